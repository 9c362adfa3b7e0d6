import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBatchServer } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ended } from './support/projects/judged-reply.js';
import { answer, EACH, FETCHING_CLIENT, lenderProject, PRECISION, type LenderProject } from './support/projects/lender-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { Workspace } from './support/projects/workspace.js';

const RUN = ['run', 'evals/a.yaml', '--target', 'bot'];

async function run({ folder: cwd, env, rows }: LenderProject, ...args: readonly string[]) {
  const finished = await runAssay([...RUN, ...args], { cwd, env });
  const all = finished.exitCode === 2 ? [] : await rows();
  return { ...finished, row: all[0], result: all[0]?.evaluators[0] };
}

/** All that a run has written. */
function writtenBy({ folder }: Workspace): string {
  const root = join(folder, '.assay');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')] : []))
    .join('\n');
}

test('a script asks the judge of its target as AgentV’s own scripts do, and what it asks is the judge’s usage', async () => {
  const one = await lenderProject(PRECISION, '{ max_calls: 6 }');
  await one.write({ 'evals/client.mjs': FETCHING_CLIENT });
  const { exitCode, row, result, stderr } = await run(one, '--threshold', '0.5');
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  const info = { targetName: 'grader', maxCalls: 6, callCount: 0, availableTargets: ['grader'], providerLabel: 'grader', availableProviderLabels: ['grader'] };
  const first = { output: [{ role: 'assistant', content: 'yes' }], rawText: 'yes', tokenUsage: { input: 20, output: 10 } };
  expect(result).toMatchObject({ score: 0.5, details: { info, first, error: null, after: 4 }, judgeUsage: { inputTokens: 80, outputTokens: 40 } });
  expect(result?.judgeCostUsd).toBeCloseTo(0.12);
  expect(row).toMatchObject({ status: 'ok', judgeUsage: { inputTokens: 80, outputTokens: 40 } });
  expect(one.asked.map(({ messages }) => messages[0])).toEqual(Array.from({ length: 4 }, () => ({ role: 'system', content: 'Say yes or no.' })));
  expect(one.asked.map(({ messages }) => messages[1]?.content).toSorted()).toEqual(['Relevant? a poem', 'Relevant? a recipe', 'Relevant? our warranty', 'Relevant? the warranty']);
});

describe('how often it asks is limited', () => {
  test('what is beyond is refused in words that it can read, and the row says so', async () => {
    const one = await lenderProject(EACH, '{ max_calls: 3 }');
    const { row, result } = await run(one);
    expect(result).toMatchObject({ score: 0.5, details: { errors: ['429 Max calls exceeded (limit: 3)'] }, warnings: ['the script asked 1 more than the 3 questions that max_calls allows; these were refused'] });
    expect(row?.status).toBe('partial');
    expect(one.asked).toHaveLength(3);
    const batch = await lenderProject(PRECISION, '{ max_calls: 3 }');
    expect((await run(batch)).result).toMatchObject({ score: 0.25, details: { error: 'Batch would exceed max calls (current: 1, batch: 3, limit: 3)', after: 1 } });
  });

  test.each([
    ['true', 50],
    ['{}', 50],
    ['{ max_calls: 1 }', 1],
  ])('target: %s allows %i questions', async (target, most) => {
    const one = await lenderProject(`import { call, say } from './client.mjs'; say(1, (await call('/info')).body.maxCalls);`, target);
    expect((await run(one)).result?.details).toBe(most);
  });

  test('a number that is none, and keys that nobody reads, are errors at their places', async () => {
    for (const [target, message] of [
      ['{ max_calls: 0 }', /^evals\/a\.yaml:6:96: error: evaluator "precision": target\.max_calls must be .*1/u],
      ['{ max_calls: 1.5 }', /^evals\/a\.yaml:6:96: error: evaluator "precision": target\.max_calls must be a whole number/u],
    ] as const) {
      const { exitCode, stderr } = await run(await lenderProject(EACH, target));
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    const own = await lenderProject(EACH, 'true');
    await own.write({ 'evals/a.yaml': (await own.read('evals/a.yaml')).replace('code-grader', 'script').replace('target: true', 'target: grader') });
    const named = await run(own);
    expect([named.exitCode, named.stderr]).toEqual([2, expect.stringMatching(/error: evaluator "precision": target must be \{ max_calls: N \}, how often the script may ask a judge, or true or false/u)]);
    const stray = await lenderProject(EACH, '{ max_calls: 3, limit: 2 }');
    const { exitCode, stderr } = await run(stray, '--strict');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/a\.yaml:6:99: error: unknown key "limit" in target/u)]);
  });

  test('without target there is no judge to be asked', async () => {
    const one = await lenderProject(`import { say } from './client.mjs'; say(Object.keys(process.env).some((name) => name.includes('PROXY_TOKEN')) ? 0 : 1);`, 'false');
    expect(await run(one)).toMatchObject({ exitCode: 0, result: { score: 1 }, });
    expect((await one.manifest()).judges).toEqual([]);
  });
});

describe('a judge that is lost is no low score', () => {
  test('a script that goes on without a reply is unscored, with what its other questions took', async () => {
    const one = await lenderProject(EACH, '{ max_calls: 6 }', ({ text }) => (text.includes('poem') ? { status: 500, body: '{"error":{"message":"down"}}' } : 'yes'));
    const { exitCode, row, result } = await run(one);
    expect(exitCode).toBe(3);
    expect(row).toMatchObject({ score: null, status: 'error', judgeUsage: { inputTokens: 60, outputTokens: 30 } });
    expect(result?.error?.message).toMatch(/^the script scored without a reply that it had asked a judge for: .*HTTP 500/u);
  });

  test('a script that asks again until it has its reply is scored; so is one that fails by itself not', async () => {
    let times = 0;
    const again = `import { invoke, say } from './client.mjs';
      let reply; while (!reply) { try { reply = (await invoke('warranty?')).rawText; } catch {} } say(reply === 'yes' ? 1 : 0);`;
    const one = await lenderProject(again, 'true', () => ((times += 1) < 3 ? { status: 500 } : 'yes'));
    expect(await run(one)).toMatchObject({ exitCode: 0, result: { score: 1 } });
    const crash = await lenderProject(`import { invoke } from './client.mjs'; await invoke('warranty?'); throw new Error('no database');`, 'true');
    const { exitCode, row, result } = await run(crash);
    expect([exitCode, result?.error?.message]).toEqual([3, expect.stringContaining('no database')]);
    expect(row).toMatchObject({ score: null, judgeUsage: { inputTokens: 20, outputTokens: 10 } });
  });

  test('an empty reply is asked for once more, and then is none', async () => {
    const one = await lenderProject(EACH, 'true', () => ' ');
    const { result } = await run(one);
    expect(result).toMatchObject({ score: null, error: { code: 'empty_reply' } });
    expect(one.asked).toHaveLength(8);
  });

  test.each([
    ['refusal', 'it is a refusal', 'ask another judge'],
    ['content_filter', 'it was cut off by a filter', 'ask another judge'],
    ['length', 'it was cut off before it said anything', 'raise the token limit of the judge'],
  ])('an empty reply that ended with %s is told with that reason', async (reason, why, remedy) => {
    const one = await lenderProject(EACH, 'true', () => ended('', reason));
    const { exitCode, result } = await run(one);
    expect([exitCode, result?.score, result?.error?.message]).toEqual([3, null, expect.stringContaining(`gave an empty reply: ${why}`)]);
    expect(result?.error?.hint).toContain(remedy);
  });

  test('retries of the judge are no questions of the script', async () => {
    let times = 0;
    const one = await lenderProject(EACH, '{ max_calls: 4 }', (request) => ((times += 1) % 2 === 1 ? { status: 429, headers: { 'retry-after': '0' } } : answer(request)));
    await one.write({ '.assay/targets.yaml': (await one.read('.assay/targets.yaml')).replace('max_retries: 0', 'max_retries: 3') });
    expect(await run(one)).toMatchObject({ result: { score: 0.5, details: { errors: [] } } });
    expect(one.asked).toHaveLength(8);
  });
});

describe('nobody else can ask', () => {
  test('who does not know the token is refused, and so is what is no question', async () => {
    const odd = `import { call, say } from './client.mjs';
      const as = (value) => ({ headers: { Authorization: value } });
      const all = [
        await call('/invoke', { question: 'x' }, as('Bearer nothing')), await call('/info', undefined, { headers: {} }), await call('/other'),
        await call('/invoke', { question: ' ' }), await call('/invoke', { question: 'x', target: 'nobody' }), await call('/invoke', [1]),
        await call('/invokeBatch', { requests: 'x' }), await call('/invoke', { question: 'x', systemPrompt: 3 }),
        await call('/invoke', { question: 'x'.repeat(5 * 2 ** 20) }).catch(() => ({ status: 413, body: { error: 'cut' } })),
      ];
      say(1, all.map(({ status, body }) => status + ' ' + body.error));`;
    const one = await lenderProject(odd, 'true');
    const { result } = await run(one);
    expect(result?.details).toEqual([
      '401 Unauthorized',
      '401 Unauthorized',
      '404 Not found',
      '400 Missing required field: question',
      "400 Unknown target 'nobody'. Available: grader",
      '400 the request must be a JSON object',
      '400 Missing required field: requests (array)',
      '400 systemPrompt must be a text',
      expect.stringMatching(/^413 /u),
    ]);
    expect(one.asked).toEqual([]);
  });

  test('the token stands in nothing that the run writes, whatever the script prints', async () => {
    const leak = `import { say } from './client.mjs'; const { AGENTV_TARGET_PROXY_TOKEN: token } = process.env;
      console.error(token); await import('node:fs').then((fs) => fs.writeFileSync('token.txt', token)); say(1, { token });`;
    const one = await lenderProject(leak, 'true');
    const { stdout, stderr, result } = await run(one);
    const token = await one.read('evals/token.txt');
    expect(token).toMatch(/^[\da-f]{64}$/u);
    expect(result?.details).toEqual({ token: '[redacted]' });
    expect(`${stdout}${stderr}${writtenBy(one)}`).not.toContain(token);
    const crash = await lenderProject(`${leak} process.exit(3);`, 'true');
    const crashed = await run(crash);
    expect(crashed.exitCode).toBe(3);
    expect(`${crashed.stdout}${crashed.stderr}${writtenBy(crash)}`).not.toContain(await crash.read('evals/token.txt'));
  });

  test('the server ends with its script, also one that is ended', async () => {
    const stays = `import { invoke } from './client.mjs'; await invoke('warranty?');
      (await import('node:fs')).writeFileSync('url.txt', process.env.AGENTV_TARGET_PROXY_URL); setInterval(() => {}, 1000);`;
    const one = await lenderProject(stays, 'true', answer, ', timeout_seconds: 5');
    const { exitCode, result } = await run(one);
    expect([exitCode, result?.error?.message]).toEqual([3, expect.stringContaining('did not finish within 5 s')]);
    // The process that ran the command is still there, and serves nothing.
    await expect(fetch(await one.read('evals/url.txt'))).rejects.toThrow('fetch failed');
  });
});

test('the time of the judge is none of the script’s', async () => {
  const one = await lenderProject(PRECISION, 'true', async (request) => (await sleep(3_000), answer(request)), ', timeout_seconds: 5');
  expect(await run(one)).toMatchObject({ result: { score: 0.5 } });
});

test('a question that is asked twice has two replies, each kept; a run that has both kept asks nobody', async () => {
  let times = 0;
  const twice = `import { invoke, say } from './client.mjs';
    const replies = [await invoke('warranty?'), await invoke('warranty?')]; say(1, replies.map(({ rawText }) => rawText));`;
  const one = await lenderProject(twice, 'true', () => `reply ${(times += 1)}`);
  expect((await run(one, '--cache')).result?.details).toEqual(['reply 1', 'reply 2']);
  const { stdout } = await runAssay([...RUN, '--cache', '--json'], { cwd: one.folder, env: one.env });
  expect(one.asked).toHaveLength(2);
  expect(JSON.parse(stdout)).toMatchObject({ groups: [{ judge_cost_usd: 0, saved: { judge_cost_usd: 0.06 } }] });
});

test('a script may ask any judge of the panel by its name', async () => {
  const both = `import { call, invoke, say } from './client.mjs';
    const { availableTargets } = (await call('/info')).body;
    const replies = []; for (const target of availableTargets) replies.push((await invoke('warranty?', { target })).rawText); say(1, { availableTargets, replies });`;
  const one = await lenderProject(both, 'true', ({ model }) => model);
  expect((await run(one, '--judge', 'grader', '--judge', 'openai:gpt-x')).exitCode).toBe(2);
  await one.write({ '.assay/targets.yaml': `${await one.read('.assay/targets.yaml')}  - { name: other, provider: mock, reply: me }\n` });
  const { result } = await run(one, '--judge', 'grader', '--judge', 'other');
  expect(result?.details).toEqual({ availableTargets: ['grader', 'other'], replies: ['judge-1', 'me'] });
  expect((await one.manifest()).judges).toEqual(['grader', 'other']);
});

describe('the judge is known before anything is asked', () => {
  test('a missing key, or nobody who judges, ends the run with exit code 2, a dry run too', async () => {
    for (const args of [[], ['--dry-run']]) {
      const one = await lenderProject(EACH, 'true');
      const keyless = await runAssay([...RUN, ...args], { cwd: one.folder, env: {} });
      expect([keyless.exitCode, keyless.stderr]).toEqual([2, expect.stringContaining('JUDGE_KEY')]);
      const nobody = await runAssay(['run', 'evals/a.yaml', '--target', 'mock', ...args], { cwd: one.folder, env: one.env });
      expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringContaining('needs an LLM judge')]);
      expect(one.asked).toEqual([]);
    }
  });

  test('a file that nobody vouches for is lent none, as it runs no script', async () => {
    const one = await lenderProject(EACH, 'true');
    const { exitCode, stderr } = await run(one, '--untrusted');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('evals/a.yaml:6:')]);
    expect(one.asked).toEqual([]);
  });

  test('what a run may take counts the questions that it may ask', async () => {
    const one = await lenderProject(EACH, '{ max_calls: 7 }');
    const { stdout } = await runAssay([...RUN, '--dry-run', '--json'], { cwd: one.folder, env: one.env });
    expect(JSON.parse(stdout)).toMatchObject({ judges: ['grader'], spending: [{ role: 'target' }, { name: 'grader', role: 'judge', requests: 0, most_requests: 7 }] });
  });
});

test('a judge whose budget is spent leaves the case unscored', async () => {
  const one = await lenderProject(EACH, 'true');
  const { exitCode, row } = await run(one, '--max-cost', '0.05');
  expect([exitCode, row?.score]).toEqual([3, null]);
  expect(one.asked.length).toBeLessThan(4);
});

test('a target that judges itself, one request at a time, is asked by its script too', async () => {
  const one = await lenderProject(EACH, 'true', ({ text }) => (text.includes('warranty') ? 'yes' : 'no'));
  await one.write({ '.assay/targets.yaml': (await one.read('.assay/targets.yaml')).replace('name: grader,', 'name: grader, workers: 1,') });
  const { exitCode, stdout } = await runAssay(['run', 'evals/a.yaml', '--target', 'grader', '--json', '--repeat', '3'], { cwd: one.folder, env: one.env });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ groups: [{ trials: 3, unscored: 0 }] });
  expect(one.asked).toHaveLength(15);
});

test('replies that exist already are scored so, and trials that a worker does', async () => {
  const one = await lenderProject(EACH, 'true');
  await one.write({ 'out.jsonl': `${JSON.stringify({ id: 'passages', output_messages: [{ role: 'assistant', content: 'The engine' }] })}\n` });
  const judged = ['--target', 'bot'];
  const scored = await runAssay(['score', 'evals/a.yaml', '--outputs', 'out.jsonl', '--judge', 'grader'], { cwd: one.folder, env: one.env });
  expect([scored.exitCode, one.asked.length]).toEqual([1, 4]);
  expect((await one.rows())[0]).toMatchObject({ score: 0.5 });
  const planned = await runAssay(['plan', 'evals/a.yaml', ...judged, '--json'], { cwd: one.folder, env: one.env });
  const worked = await runAssay(['worker', '--stdio', ...judged], { cwd: one.folder, env: one.env, input: planned.stdout });
  expect(JSON.parse(worked.stdout)).toMatchObject({ row: { score: 0.5, judge_usage: { input_tokens: 80 } } });
});

test('what a script asks goes into batches too: it runs again when they have ended, and has its replies', async () => {
  const server = await startBatchServer({ answer: ({ text }) => (text.includes('warranty') ? 'yes' : 'no') });
  onTestFinished(server.close);
  const one = await lenderProject(PRECISION, 'true');
  await one.write({
    '.assay/targets.yaml': `targets:
  - { name: bot, provider: mock, reply: The engine, judge_target: grader }
  - { name: grader, provider: openai, model: judge-1, endpoint: '${server.url}/v1', api_key: sk-judge-12345 }
`,
  });
  const { exitCode, row, result } = await run(one, '--batch', '--wait', '--threshold', '0.5');
  expect(exitCode).toBe(0);
  expect(result).toMatchObject({ score: 0.5, details: { after: 4 } });
  expect(row?.judgeUsage).toBeDefined();
  // The first question alone, then the others together.
  expect([server.batches.length, server.asked.length]).toEqual([2, 4]);
});

import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const GRADE = JSON.stringify({ reflection: 'Polite.', hits: [], misses: [], classification: 'FULLY_MET' });

const SUITE = `
evalcases:
  - id: greeting
    expected_outcome: Greets politely
    input: Say hello
    evaluators:
      - { name: lines, type: rubric, rubrics: [Must be polite, Must be short] }
`;

/** A run with a panel of two; each request has 20 tokens of input and 10 of output. */
async function runWith(prices: string) {
  const server = await startChatServer(({ model }) => (model === 'agent' ? 'Hello!' : GRADE));
  const targets = ['agent', 'known', 'unknown'].map(
    (name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test-key-0123 }`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`,
    '.assay/config.yaml': `judges: { panel: [known, unknown] }\nprices: ${prices}\n`,
  });
  const finished = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--out', 'run'], { cwd: workspace.folder });
  expect(finished.exitCode).toBe(0);
  const [row] = await workspace.rows('run');
  const json = JSON.parse((await workspace.read('run/results.jsonl')).split('\n')[0] ?? '') as Record<string, unknown>;
  return { row, json, stdout: finished.stdout };
}

describe('costs of a panel', () => {
  test('with one judge without a price are at least those of the other, wherever they are shown', async () => {
    const price = '{ input: 10000, output: 0 }';
    const { row, json, stdout } = await runWith(`{ 'openai:agent': ${price}, 'openai:known': ${price} }`);
    expect(row).toMatchObject({ score: 1, status: 'ok', costUsd: 0.2, judgeCostUsd: 0.4, judgeCostIncomplete: true });
    expect(row?.costIncomplete).toBeUndefined();
    expect(row?.evaluators[0]).toMatchObject({ judgeCostUsd: 0.4, judgeCostIncomplete: true });
    expect(json).toMatchObject({ judge_cost_usd: 0.4, judge_cost_incomplete: true });
    expect(stdout).toContain('≥$0.60');
    expect(stdout).toContain('at least $0.60');
  });

  test('that are all known are said without a reservation', async () => {
    const price = '{ input: 10000, output: 0 }';
    const { json, stdout } = await runWith(`{ 'openai:*': ${price} }`);
    expect(json).toMatchObject({ cost_usd: 0.2, judge_cost_usd: 0.8 });
    expect(Object.keys(json)).not.toContain('judge_cost_incomplete');
    expect(stdout).toContain('$1.00');
    expect(stdout).not.toContain('at least');
  });

  test('are unknown where those that are known add up to nothing', async () => {
    const { stdout } = await runWith("{ 'openai:known': { input: 0, output: 0 } }");
    expect(stdout).toMatch(/suite +agent .* unknown /u);
    expect(stdout).toMatch(/Trials .*, cost unknown$/mu);
    expect(stdout).not.toContain('$0');
  });

  test('without any price are not known, and so is the cost of the reply', async () => {
    const { json, stdout } = await runWith('{}');
    expect(json).toMatchObject({ cost_incomplete: true, judge_cost_incomplete: true });
    expect(Object.keys(json)).not.toContain('cost_usd');
    expect(stdout).not.toContain('$0');
  });
});

test('a try whose reply never came may have cost something: what the next one cost is the least', async () => {
  let asked = 0;
  const server = await startChatServer(() => ((asked += 1) === 1 ? { hang: true } : 'Hello!'));
  const workspace = await createWorkspace({
    'suite.yaml': 'evalcases: [{ id: greeting, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: Hello }] }]\n',
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test-key-0123, timeout_seconds: 0.3 }]\n`,
    '.assay/config.yaml': "prices: { 'openai:agent': { input: 10000, output: 0 } }\n",
  });
  const { exitCode, stdout } = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--out', 'run'], { cwd: workspace.folder });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('≥$0.20')]);
  expect((await workspace.rows('run'))[0]).toMatchObject({ costUsd: 0.2, costIncomplete: true, attempts: { sent: 2, retries: 1 } });
});

test('a cost of which nothing is known is unknown, not $0.00, wherever it is shown; what judges without a price are asked of is another matter', async () => {
  const server = await startChatServer(() => GRADE);
  const { folder: cwd, read } = await createWorkspace({
    'suite.yaml': SUITE.replace('evaluators:', 'expected_output: Hello!\n    evaluators:'),
    '.assay/targets.yaml': `targets:\n  - { name: unknown, provider: openai, model: unknown, endpoint: '${server.url}', api_key: test-key-0123 }\n  - { name: free, provider: mock, reply: '${GRADE}' }\n`,
  });
  const run = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--judge', 'unknown', '--out', 'run', '--report', 'markdown=run.md'], { cwd });
  const shown = await runAssay(['show', 'run', '--id', 'greeting'], { cwd });
  const audits = await Promise.all(['unknown', 'free'].map((judge) => runAssay(['audit', 'suite.yaml', '--judge', judge, '--out', `audit-${judge}`], { cwd })));
  expect(run.stdout).toMatch(/ unknown +[<\d][\s\S]*cost unknown/u);
  expect(await read('run.md')).toMatch(/\| unknown \|[\s\S]*· cost unknown ·/u);
  expect(shown.stdout).toContain('cost unknown');
  expect(audits.map(({ stdout }) => /Judging cost: [^.]*(?:\.00)?/u.exec(stdout)?.[0])).toEqual(['Judging cost: no price of it is known', 'Judging cost: $0.00']);
});

describe('tokens of thoughts', () => {
  /** What a case cost whose reply reports these tokens, at a dollar for each token of input, and two for each of output. */
  async function costOf(usage: object) {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }];
    const server = await startChatServer(() => ({ raw: JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }) }));
    const workspace = await createWorkspace({
      'suite.yaml': 'evalcases: [{ id: a, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: Hello }] }]\n',
      '.assay/targets.yaml': `targets: [{ name: bot, provider: xai, model: m, endpoint: '${server.url}', api_key: test-key-0123 }]\n`,
      '.assay/config.yaml': "prices: { 'xai:m': { input: 1000000, output: 2000000 } }\n",
    });
    await runAssay(['run', 'suite.yaml', '--target', 'bot', '--out', 'run'], { cwd: workspace.folder });
    const [row] = await workspace.rows('run');
    return { costUsd: row?.costUsd, usage: row?.usage };
  }

  test('that an API counts beside those of the text are paid for as well', async () => {
    const told = await costOf({ prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } });
    expect(told).toEqual({ costUsd: 32 + 2 * 103, usage: { inputTokens: 32, outputTokens: 103, reasoningTokens: 94 } });
  });

  test('that it counts among them are paid for once', async () => {
    const told = await costOf({ prompt_tokens: 32, completion_tokens: 103, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } });
    expect(told).toMatchObject({ costUsd: 32 + 2 * 103, usage: { outputTokens: 103 } });
  });
});

test('a redirect, which nobody follows, costs nothing', async () => {
  const server = await startChatServer(() => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }));
  const workspace = await createWorkspace({
    'suite.yaml': 'evalcases: [{ id: a, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: Hello }] }]\n',
    '.assay/targets.yaml': `targets: [{ name: bot, provider: openai, model: gpt-4o-mini, endpoint: '${server.url}', api_key: test-key-0123 }]\n`,
  });
  const { exitCode, stdout } = await runAssay(['run', 'suite.yaml', '--target', 'bot', '--out', 'run', '--max-cost', '1'], { cwd: workspace.folder });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('redirects are not followed');
  expect(stdout).not.toContain('cost unknown');
  const [row] = await workspace.rows('run');
  expect(row?.costIncomplete).toBeUndefined();
});

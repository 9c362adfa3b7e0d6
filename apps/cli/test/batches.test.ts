import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEY, project, SUITE } from './support/projects/batch-project.js';
import { grade } from './support/projects/named-grade.js';
import { startCountingServer } from './support/servers/counting-server.js';
import type { Workspace } from './support/projects/workspace.js';

/** All that a run has stored. */
function stored(workspace: Workspace): string {
  const folder = join(workspace.folder, '.assay/runs');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')] : []))
    .join('\n');
}

const isJudge = (text: string): boolean => text.includes('FULLY_MET');

test('a run in batches is submitted, left with exit 3 and collected by --resume, for half the price', async () => {
  let done = false;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => done });
  const begun = await assay('run', 'evals/a.yaml', '--batch');
  expect(begun).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 requests to "bot" in batch batch_1') });
  expect(begun.stderr).toMatch(/go on with this run: assay run --resume \S+/u);
  expect((await assay('list', 'runs')).stdout).toMatch(/ {2}undecided, waits for batches with 2 trials, 0 rows: a on bot\n/u);
  const waiting = await assay('run', '--resume');
  expect(waiting).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('(in_progress, 0 done)') });
  expect(server.asked).toEqual([]);
  done = true;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect([server.batches.length, server.asked.length]).toEqual([1, 2]);
  const rows = await workspace.rows();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatchObject({ costUsd: 0.01, latencyMs: null, cached: false });
  expect(stored(workspace)).not.toContain(KEY);
  // What is done is done: nothing is asked again.
  expect(await assay('run', '--resume', 'latest')).toMatchObject({ exitCode: 0 });
  expect(server.asked).toHaveLength(2);
});

const TALK = `- id: talk
  messages:
    - {role: user, content: first}
    - {role: assistant, content: null}
    - {role: user, content: second}
  should: [Must be polite, Must be short]
- id: short
  prompt: first
  should: [Must be polite]
  should_not: [Must be rude]
`;

test('turns and then judgements of a panel are successive batches of OpenAI and Anthropic; --wait sees to all of them', async () => {
  const looks = new Map<number, number>();
  const { assay, server, workspace } = await project(
    {
      answer: ({ text }) => (isJudge(text) ? grade(text.includes('rude') ? 'NOT_MET' : 'FULLY_MET') : `a reply to ${text.length}`),
      // Not there when it is made, and when somebody looks for the first time.
      done: (batch) => (looks.set(batch, (looks.get(batch) ?? 0) + 1).get(batch) ?? 0) > 2,
    },
    TALK,
    'judges: {panel: [strict, kind]}\n',
  );
  const { exitCode, stdout, stderr } = await assay('run', 'evals/a.yaml', '--target', 'bot', '--batch', '--wait', '0.05');
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('all 2 trials passed') });
  expect(stderr).toContain('waits for 1 batch with 2 requests: 0 done (in_progress)');
  // The first turns and the prompt, the second turn with the judgements of what has its reply, and the last judgements.
  expect(server.batches.map(({ items }) => items.length)).toEqual([2, 1, 2, 2, 2, 2]);
  expect(server.asked.every(({ batch }) => batch !== undefined)).toBe(true);
  const rows = await workspace.rows();
  expect(rows.map(({ caseId, costUsd }) => [caseId, costUsd]).toSorted()).toEqual([['short', 0.01], ['talk', 0.02]]);
  // Two criteria, two judges: (1,000 and 100 tokens at 1 and 10) and (at 2 and 20), halved.
  for (const { judgeCostUsd } of rows) expect(judgeCostUsd).toBeCloseTo(2 * (0.001 + 0.002), 10);
  expect(rows.flatMap(({ evaluators }) => evaluators.flatMap(({ points = [] }) => points.flatMap(({ judges = [] }) => judges.map(({ id }) => id)))).toSorted()).toEqual([...Array(4).fill('kind'), ...Array(4).fill('strict')]);
});

test('a cache has what batches have answered, and batches are not asked what a cache has', async () => {
  const { assay, server, workspace } = await project({ answer: () => 'it is 42' });
  expect(await assay('run', 'evals/a.yaml', '--batch', '--cache', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  for (const row of await workspace.rows()) expect(row).toMatchObject({ cached: false, costUsd: 0.01 });
  expect(await assay('run', 'evals/a.yaml', '--batch', '--cache', '--out', 'again')).toMatchObject({ exitCode: 0 });
  expect(await assay('run', 'evals/a.yaml', '--cache', '--out', 'alone')).toMatchObject({ exitCode: 0 });
  expect(server.asked).toHaveLength(2);
  for (const row of await workspace.rows('again')) expect(row).toMatchObject({ cached: true, saved: { costUsd: 0.01 } });
});

test('outputs that are there are judged in batches too, and a run is scored again at once', async () => {
  const { assay, server, workspace } = await project({ answer: () => grade('FULLY_MET') }, '- {id: one, prompt: What is it?, should: [Must be polite]}\n', 'judges: {panel: [strict]}\n');
  await workspace.write({ 'out.jsonl': '{"id": "one", "text": "it is"}\n' });
  expect(await assay('score', 'evals/a.yaml', '--outputs', 'out.jsonl', '--batch')).toMatchObject({ exitCode: 3 });
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.asked.map(({ batch }) => batch)).toEqual([1]);
  expect(await assay('run', '--rescore')).toMatchObject({ exitCode: 0 });
  expect(server.asked.map(({ batch }) => batch)).toEqual([1, undefined]);
});

describe('what goes wrong', () => {
  test('requests that expire or fail for now go into the next batch, those that are refused are told', async () => {
    const suite = `${SUITE}${['three', 'four'].map((id) => `  - {id: ${id}, expected_outcome: says 42, input: ${id} question, evaluators: [{type: contains, value: '42'}]}\n`).join('')}`;
    const { assay, server, workspace } = await project(
      {
        answer({ text, batch = 0 }) {
          if (text.includes('first') && batch === 1) return 'EXPIRED';
          if (text.includes('second') && batch <= 2) return { status: 503, message: 'busy' };
          return text.includes('three') ? { status: 400, message: 'cannot do that' } : 'it is 42';
        },
      },
      suite,
    );
    const { exitCode, stdout } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05');
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('cannot do that') });
    expect(server.batches.map(({ items }) => items.length)).toEqual([4, 2, 1]);
    const rows = await workspace.rows();
    expect(Object.fromEntries(rows.map(({ caseId, status }) => [caseId, status]))).toEqual({ one: 'ok', two: 'ok', three: 'error', four: 'ok' });
    // Asked for once more, it gets another try.
    await assay('run', '--resume', 'latest', '--wait', '0.05');
    expect(server.batches.map(({ items }) => items.length)).toEqual([4, 2, 1, 1]);
  });
});

test('--cancel-batches ends what is under way, and --resume asks again for what was not done', async () => {
  let done = false;
  const { assay, server } = await project({ answer: () => 'it is 42', done: () => done });
  await assay('run', 'evals/a.yaml', '--batch');
  const { exitCode, stderr } = await assay('run', '--resume', '--cancel-batches');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('1 batch was cancelled') });
  expect(server.batches.map(({ cancelled }) => cancelled)).toEqual([true]);
  done = true;
  expect(await assay('run', '--resume', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(2);
});

describe('targets without batches', () => {
  test('are asked at once, once, beside judges that are asked in batches', async () => {
    const script = "require('fs').appendFileSync('asked.txt', 'x'); process.stdout.write('it is ' + Date.now())";
    const { assay, server, workspace } = await project({ answer: () => grade('FULLY_MET') }, '- {id: one, prompt: What is it?, should: [Must be polite]}\n', 'judges: {panel: [strict]}\n');
    await workspace.write({ '.assay/targets.yaml': `${await workspace.read('.assay/targets.yaml')}  - {name: agent, provider: cli, command: [node, -e, ${JSON.stringify(script)}]}\n` });
    const begun = await assay('run', 'evals/a.yaml', '--target', 'agent', '--batch');
    expect(begun).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('"agent" has no batch API, and is asked at once') });
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
    expect(await workspace.read('asked.txt')).toBe('x');
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.text).toContain((await workspace.rows())[0]?.output?.text);
  });

  test('so is an embedding model, slow as it may be: what it gave is kept while judges take their time, with what it cost', async () => {
    const suite = 'evalcases:\n  - {id: one, expected_outcome: x, input: What is it?, expected_output: it is 42, evaluators: [{type: similar}, {type: rubric, rubrics: [Must be polite]}]}\n';
    let done = false;
    const { assay, server, workspace } = await project({ answer: () => grade('FULLY_MET'), done: () => done }, suite, 'judges: {panel: [strict]}\nembeddings: vectors\n');
    const models = await startCountingServer(3_500);
    await workspace.write({ '.assay/targets.yaml': `${await workspace.read('.assay/targets.yaml')}  - {name: vectors, provider: openai, model: e, endpoint: '${models.url}', api_key: none}\n` });
    const begun = await assay('run', 'evals/a.yaml', '--target', 'aside', '--batch');
    expect(begun).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('"aside", "vectors" have no batch API, and are asked at once') });
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 3 });
    done = true;
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
    expect([models.asked.length, server.asked.length]).toEqual([1, 1]);
    expect(await workspace.rows()).toMatchObject([{ score: expect.closeTo(1), metrics: [{ name: 'similarity', value: expect.closeTo(1) }] }]);
  });

  test('alone are no run in batches', async () => {
    const { assay } = await project({ answer: () => 'x' });
    expect(await assay('run', 'evals/a.yaml', '--batch', '--target', 'aside')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nobody here has a batch API (asked would be "aside")') });
  });
});

test('a dry run foresees half the price', async () => {
  const { assay, server } = await project({ answer: () => 'it is 42' });
  const [alone, batched] = await Promise.all([[], ['--batch']].map(async (more) => JSON.parse((await assay('run', 'evals/a.yaml', '--dry-run', '--json', ...more)).stdout) as { readonly spending: readonly { readonly cost_usd: number }[] }));
  expect(batched?.spending[0]?.cost_usd).toBeCloseTo((alone?.spending[0]?.cost_usd ?? 0) / 2, 10);
  expect(batched).toMatchObject({ batch: true });
  expect(server.calls).toEqual([]);
});

test('options that make no sense are refused with what does', async () => {
  const { assay, server } = await project({ answer: () => 'it is 42' });
  const refused = async (message: string, ...args: readonly string[]): Promise<void> =>
    expect(await assay('run', ...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  await refused('--wait is about batches', 'evals/a.yaml', '--wait');
  await refused('--cancel-batches goes with --resume', 'evals/a.yaml', '--batch', '--cancel-batches');
  await refused('--wait', 'evals/a.yaml', '--batch', '--wait', '0');
  await refused('--batch and --queue do not go together', 'evals/a.yaml', '--batch', '--queue', 'redis://127.0.0.1:1');
  expect(server.calls).toEqual([]);
  await assay('run', 'evals/a.yaml', '--target', 'bot', '--limit', '1', '--out', 'alone');
  await refused('--batch cannot be said with --resume', '--resume', 'alone', '--batch');
  await refused('this run was not begun with --batch', '--resume', 'alone', '--wait');
});

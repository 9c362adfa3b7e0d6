import { expect, test } from 'vitest';
import { project } from './support/projects/batch-project.js';

test('what a batch took stands in place of the most that it may have taken: the same process goes on with what is left, and so does the next', async () => {
  const cases = ['one', 'two', 'three'].map((id) => ({ id, expected_outcome: 'says 42', input: `question ${id}`, evaluators: [{ type: 'contains', value: '42' }] }));
  const { assay, server, workspace } = await project({ answer: () => 'it is 42' }, JSON.stringify({ execution: { target: 'bot' }, evalcases: cases }));
  await workspace.write({ '.assay/targets.yaml': (await workspace.read('.assay/targets.yaml')).replace('model: m,', 'model: m, max_tokens: 1000,') });
  const spent = (text: string): number | undefined => (JSON.parse(text) as { budgets: readonly { cost_usd: number }[] }).budgets[0]?.cost_usd;
  // Each takes a cent, and may have taken five.
  const waited = await assay('run', 'evals/a.yaml', '--batch', '--max-cost', '0.08', '--wait', '0.05', '--json', '--out', 'waited');
  expect(waited).toMatchObject({ exitCode: 0 });
  expect(spent(waited.stdout)).toBeCloseTo(0.03, 9);
  expect(server.batches.map(({ items }) => items.length)).toEqual([1, 1, 1]);

  const begun = await assay('run', 'evals/a.yaml', '--batch', '--max-cost', '0.08', '--json');
  expect(spent(begun.stdout)).toBeGreaterThan(0.05);
  const [second, third, last] = [await assay('run', '--resume', '--json'), await assay('run', '--resume', '--json'), await assay('run', '--resume', '--json')];
  expect([second.exitCode, third.exitCode, last.exitCode]).toEqual([3, 3, 0]);
  expect(spent(last.stdout)).toBeCloseTo(0.03, 9);
  expect(server.batches).toHaveLength(6);
});

test('--max-time ends the wait for batches, which go on and are collected later', async () => {
  let done = false;
  const { assay, server } = await project({ answer: () => 'it is 42', done: () => done });
  const { exitCode, stdout, stderr } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '30', '--max-time', '1s');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('stopped by --max-time 1.0 s: the time is over');
  expect(stdout).toContain('2 trials wait for batches');
  expect(stderr).toMatch(/go on with this run: assay run --resume \S+ --max-time 2s\n/u);
  done = true;
  expect(await assay('run', '--resume', '--max-time', '1h')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});

test('a budget pays for what is submitted; what is paid is collected when nothing is left, and a higher limit goes on', async () => {
  const { assay, server, workspace } = await project({ answer: () => 'it is 42' });
  await workspace.write({ '.assay/targets.yaml': (await workspace.read('.assay/targets.yaml')).replace('model: m,', 'model: m, max_tokens: 1000,') });
  // A request may take 1,000 tokens at 100 dollars a million, halved, and something for its prompt.
  expect(await assay('run', 'evals/a.yaml', '--batch', '--max-cost', '0.06', '--concurrency', '1')).toMatchObject({ exitCode: 3 });
  const collected = await assay('run', '--resume');
  expect(collected).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('1 of 2 planned trials did not finish') });
  expect(server.asked).toHaveLength(1);
  expect(await assay('run', '--resume', '--max-cost', '1', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect(server.batches.map(({ items }) => items.length)).toEqual([1, 1]);
});

test.each([
  ['of the run', ['--max-cost', '0.5'], ''],
  ['of a suite', [], 'budgets: {a: {max_cost: 0.5}}\n'],
])('a case that was changed while its batch waited takes of the budget %s what it took, and not the most that it might have', async (_, limit, settings) => {
  let done = false;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => done }, undefined, settings);
  await workspace.write({ '.assay/targets.yaml': (await workspace.read('.assay/targets.yaml')).replace('model: m,', 'model: m, max_tokens: 1000,') });
  const spent = (text: string): number | undefined => (JSON.parse(text) as { budgets: readonly { cost_usd: number }[] }).budgets[0]?.cost_usd;
  await assay('run', 'evals/a.yaml', '--batch', ...limit);
  await workspace.write({ 'evals/a.yaml': (await workspace.read('evals/a.yaml')).replace('first question', 'another question') });
  // What was asked first is collected with what is asked now.
  const again = await assay('run', '--resume', '--json');
  expect(again.exitCode).toBe(3);
  expect(spent(again.stdout)).toBeGreaterThan(0.15);
  done = true;
  const last = await assay('run', '--resume', '--json');
  expect(last).toMatchObject({ exitCode: 0 });
  // Each of the three takes a cent.
  expect(server.asked).toHaveLength(3);
  expect(spent(last.stdout)).toBeCloseTo(0.03, 9);
  expect(spent((await assay('run', '--resume', 'latest', '--json')).stdout)).toBeCloseTo(0.03, 9);
});

test('replies that there was no money to judge are judged in this process when what others were set aside for has come back', async () => {
  const judged = (text: string): boolean => /is it kind/iu.test(text);
  const cases = Array.from({ length: 6 }, (_, n) => `  - {id: c${n}, expected_outcome: x, input: question ${n}, evaluators: [{type: llm_judge, name: j, prompt: "Is it kind?"}]}\n`);
  const { assay, workspace } = await project({ answer: ({ text }) => (judged(text) ? '{"reflection":"x","classification":1}' : 'it is 42') }, `execution: {target: bot}\nevalcases:\n${cases.join('')}`);
  for (const most of ['0.2', '0.12']) {
    const run = await assay('run', 'evals/a.yaml', '--judge', 'strict', '--judge', 'kind', '--batch', '--wait', '0.05', '--max-cost', most, '--out', `runs/${most}`);
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED  all 6 trials passed') });
    // Two rows of a trial would be one that was stored without a verdict.
    expect(await workspace.rows(`runs/${most}`)).toHaveLength(6);
  }
});

import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = ['fallen', 'risen']
  .map((id) => `  - { id: ${id}, expected_outcome: x, input: a question, evaluators: [{ type: javascript, value: Number(output) }] }\n`)
  .join('');

/** Two runs whose replies have these scores, called `one` and `two`. */
async function scoredTwice(one: readonly [fallen: number, risen: number], two: readonly [fallen: number, risen: number]) {
  const outputs = ([fallen, risen]: readonly [number, number]): string => `{"id": "fallen", "text": "${fallen}"}\n{"id": "risen", "text": "${risen}"}\n`;
  const { folder: cwd } = await createWorkspace({ 'grades.yaml': `evalcases:\n${SUITE}`, 'one.jsonl': outputs(one), 'two.jsonl': outputs(two) });
  for (const run of ['one', 'two']) await runAssay(['score', 'grades.yaml', '--outputs', `${run}.jsonl`, '--out', run, '--threshold', '0'], { cwd });
  return (args: readonly string[], columns = 200) => runAssay(args, { cwd, env: { COLUMNS: String(columns) } });
}

test('what counts as worse is not shown as no difference, however small it is', async () => {
  const assay = await scoredTwice([0.7, 0.7], [0.6999995, 0.7000001]);
  const { stdout } = await assay(['compare', 'one', 'two']);
  expect(stdout).toContain('\nWorse in B\n−0.0000005 grades › fallen  0.700000 → 0.699999  grades.yaml:2:5\n');
  expect(stdout).toContain('\nBetter in B\n+0.0000001 grades › risen  0.7000000 → 0.7000001  grades.yaml:3:5\n');
  expect(stdout).toContain('0.7000000 → 0.6999998, −0.0000002 (');
  expect(stdout).toContain('B is better in 1 case, worse in 1, equal in 0.');
});

test('what sums of floating-point numbers leave is no difference', async () => {
  const assay = await scoredTwice([0.3, 0.7], [0.1 + 0.2, 0.7]);
  const { stdout } = await assay(['compare', 'one', 'two']);
  expect(stdout).toContain('B is better in 0 cases, worse in 0, equal in 2.');
  expect(stdout).toContain('0.50 → 0.50, 0.00 (');
});

test.each([
  ['compare', ['compare', 'one', 'two']],
  ['baseline check', ['baseline', 'check', 'two', '--gate', 'cases', '--tolerance', '0']],
])('a difference of many decimals makes no line of assay %s wider than the terminal', async (_name, args) => {
  const assay = await scoredTwice([0.7, 0.7], [0.699996, 0.700004]);
  await assay(['baseline', 'save', 'one']);
  for (const columns of [44, 61]) {
    const { stdout } = await assay(args, columns);
    expect(stdout).toContain('−0.000004 grades › fallen');
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns);
  }
});

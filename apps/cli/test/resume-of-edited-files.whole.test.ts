import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a run whose files an editor has written, with a mark before them and other ends of lines, is gone on with and shown', async () => {
  const cases = [1, 2].map((id) => `  - {id: c${id}, expected_outcome: x, input: Say ${id}, evaluators: [{type: contains, value: Say}]}\n`).join('');
  const workspace = await createWorkspace({ 'evals/s.yaml': `evalcases:\n${cases}` });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'evals', '--target', 'mock', '--out', 'one');
  await workspace.write({ 'evals/s.yaml': `evalcases:\n${cases.replace('id: c2', 'id: c3')}` });
  await assay('run', '--resume', 'one', '--max-time', '1h');
  for (const file of ['run.json', 'results.jsonl', 'summary.json', 'outside.json', 'spent.json']) {
    await workspace.write({ [`one/${file}`]: `\uFEFF${(await workspace.read(`one/${file}`)).replaceAll('\n', '\r\n')}` });
  }
  expect((await assay('list', 'runs', 'one')).stdout + (await assay('show', 'one', '--brief')).stdout).toMatch(/c1[\s\S]*c3/u);
  await workspace.write({ 'evals/s.yaml': `evalcases:\n${cases.replace('value: Say', "value: '1'")}` });
  const resumed = await assay('run', '--resume', 'one', '--max-time', '1h');
  expect({ ...resumed, said: resumed.stderr }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 kept, 0 asked, 1 scored again; 1 stored row of no trial of it') });
  expect((await assay('compare', 'one', 'one')).exitCode).toBe(0);
});

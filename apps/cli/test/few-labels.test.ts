import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a check that was right on a few labels is not said to be surely right', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', input: index < 5 ? 'Right' : 'Wrong', evaluators: [{ type: 'contains', value: 'Right' }] }));
  const workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'mock', '--out', 'run');
  const shown = (await assay('label', 'run', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
  await workspace.write({ 'answers.jsonl': shown.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: reply === 'Right' ? 'pass' : 'fail' })).join('\n') });
  await assay('label', 'run', '--answers', 'answers.jsonl');
  const { quality: [run] } = JSON.parse((await assay('calibrate', 'run', '--json')).stdout) as { quality: { kappa: { value: number; low: number; high: number } }[] };
  expect([run?.kappa.value, run?.kappa.high]).toEqual([1, 1]);
  expect(run?.kappa.low).toBeLessThan(0.6);
});

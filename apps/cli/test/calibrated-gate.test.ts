import { expect, test } from 'vitest';
import { CASES, labelledRun } from './support/projects/labelled-run.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a target none of whose replies has a score keeps the gate open, however good the others are', async () => {
  const { assay, gate } = await labelledRun(() => true);
  expect(await gate('0.8')).toMatchObject({
    exitCode: 3,
    unscored: CASES,
    lost: [{ suite: 'items', target: 'frail', replies: CASES, share: 1 }],
    gate: { exit_code: 3, reasons: ['items on frail: no reply has a score'] },
  });
  expect((await assay('calibrate', 'run', '--gate', 'calibrated', '--threshold', '0.8')).stdout).toMatch(/Gate calibrated: UNDECIDED\n {2}items on frail: no reply has a score\n$/u);
}, 60_000);

test('replies without a score decide where they could turn the gate, and only there; a run that was killed passes none', async () => {
  const { workspace, gate } = await labelledRun((index) => index % 6 === 0);
  // All labels are passes, so the corrected score of 50 replies is at least 0.92; at worst 10 more were worth nothing.
  expect(await gate('0.7')).toMatchObject({ exitCode: 0, unscored: 10, lost: [{ target: 'frail', replies: 10 }], unfinished: false });
  expect(await gate('0.8')).toMatchObject({ exitCode: 3, gate: { reasons: [expect.stringMatching(/^items on frail: the corrected score is 0\.9\d to 1\.00 without 10 replies that have no score, which could turn it$/u)] } });
  const manifest = JSON.parse(await workspace.read('run/run.json')) as Record<string, unknown>;
  await workspace.write({ 'run/run.json': JSON.stringify({ ...manifest, status: 'running', finished_at: null }) });
  expect(await gate('0.7')).toMatchObject({ exitCode: 3, unfinished: true, notes: [expect.stringContaining('the run did not come to its end')], gate: { reasons: [expect.stringContaining('the run did not come to its end')] } });
}, 60_000);

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

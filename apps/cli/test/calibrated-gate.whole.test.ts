import { expect, test } from 'vitest';
import { CASES, labelledRun } from './support/projects/labelled-run.js';

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

import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { assay, project, runShards, shards, summaryOf } from './support/projects/shards-project.js';
import { withFileLimit } from './support/projects/slow-run.js';
import type { Workspace } from './support/projects/workspace.js';

/** How often each row of a shard stands in it: writing the union then takes long enough to be ended in the middle. */
const TIMES = 600;

/** Makes a shard large without running so many cases: its rows once more under other ids. */
async function enlarge({ folder, manifest }: Workspace, run: string): Promise<void> {
  const [results, file] = [join(folder, run, 'results.jsonl'), join(folder, run, 'run.json')];
  const rows = (await readFile(results, 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as { readonly case_id: string; readonly trial_key: string });
  const digits = (index: number): string => index.toString(16).padStart(4, '0');
  const many = Array.from({ length: TIMES }, (_, index) => rows.map((row) => `${JSON.stringify({ ...row, case_id: `${row.case_id}-${index}`, trial_key: `${digits(index)}${row.trial_key.slice(4)}` })}\n`).join(''));
  await writeFile(results, many.join(''));
  const before = await manifest(run);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"rows": \d+/u, `"rows": ${before.rows * TIMES}`));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(2);
}

test.each([
  ['SIGKILL', null, 'running', ['1/2, 2/2: m did not finish']],
  ['SIGINT', 130, 'interrupted', []],
] as const)('a merge that was ended by %s while it wrote rows has no whole shard', async (signal, exitCode, status, why) => {
  const workspace = await project();
  expect(await runShards(workspace, 2)).toEqual([0, 0]);
  for (const shard of shards(1, 2)) await enlarge(workspace, shard);
  const { child, finished } = startAssay(['merge', ...shards(1, 2), '--out', 'm'], { cwd: workspace.folder });
  const written = join(workspace.folder, 'm/results.jsonl');
  await until(() => existsSync(written) && statSync(written).size > 0);
  child.kill(signal);
  const ended = await finished;
  expect(ended.exitCode).toBe(exitCode);
  if (exitCode !== null) expect(ended.stderr).toContain('merge the shards again: they are as they were');
  expect(ended.stderr).not.toContain('--resume');
  expect(await workspace.manifest('m')).toMatchObject({ status, merged: { count: 2, missing: [1, 2] } });
  const again = await assay(workspace, 'merge', 'm', '--out', 'm2', '--json');
  expect(again.exitCode).toBe(3);
  expect(summaryOf(again)).toMatchObject({ outcome: 'undecided', complete: false, merged: { count: 2, missing: [1, 2] } });
  expect(summaryOf(again).reasons.slice(0, 1 + why.length)).toEqual(['shards are missing: 1/2, 2/2', ...why]);
  // What it has counts beside the shards, which are whole.
  const whole = await assay(workspace, 'merge', 'm', ...shards(1, 2), '--out', 'all', '--json');
  expect(summaryOf(whole)).toMatchObject({ complete: true, groups: [{ trials: 10 * TIMES }], merged: { missing: [] } });
});

test.skipIf(process.platform === 'win32')('a merge whose disk is full says that the shards are to be merged again, and not to ask for what they have', async () => {
  const workspace = await project();
  expect(await runShards(workspace, 2)).toEqual([0, 0]);
  for (const shard of shards(1, 2)) await enlarge(workspace, shard);
  const { exitCode, stderr } = await withFileLimit(workspace, 500, ['merge', ...shards(1, 2), '--out', 'm']);
  expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/cannot write .*results\.jsonl: the file would grow beyond the limit of the system \(EFBIG\)\n +fix: the shards are as they were: make room, or name another folder \(--out\), and merge them again; what is in m is not whole, and can be removed/u)]);
  expect(stderr).not.toContain('--resume');
  expect((await assay(workspace, 'merge', ...shards(1, 2), '--out', 'again')).exitCode).toBe(1);
});

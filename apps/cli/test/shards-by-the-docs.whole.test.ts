import { execFile } from 'node:child_process';
import { chmod, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assay, dataset, project, sortedRows, summaryOf, type Summary } from './support/projects/shards-project.js';
import type { Workspace } from './support/projects/workspace.js';

const PAGE = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));
const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));

/** A summary without what differs from run to run. */
function comparable({ merged: _merged, ...summary }: Summary): object {
  return { ...summary, groups: summary.groups.map(({ latency_ms: _latency, ...group }) => group), run_id: '', location: '', duration_ms: 0 };
}

/** The YAML file of a worked example. */
async function example(title: string): Promise<unknown> {
  const page = await readFile(PAGE, 'utf8');
  const block = page.split(`\`\`\`yaml title=${title}\n`)[1]?.split('\n```')[0];
  return parse(block ?? '') as unknown;
}

/** Runs lines of a worked example with the built command where it is installed, and behind `npx`. @returns the exit code. */
async function shell(workspace: Workspace, script: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const command = `exec '${process.execPath}' '${BIN}' "$@"\n`;
  const files = { 'bin/npx': `#!/bin/sh\nshift\n${command}`, 'node_modules/.bin/assay': `#!/bin/sh\n${command}` };
  await workspace.write(files);
  for (const file of Object.keys(files)) await chmod(join(workspace.folder, file), 0o755);
  const PATH = `${join(workspace.folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  try {
    await promisify(execFile)('sh', ['-ec', script], { cwd: workspace.folder, env: { PATH, HOME: workspace.folder, ...env } });
    return 0;
  } catch (error) {
    return (error as { readonly code: number }).code;
  }
}

describe('shards', () => {
  test.skipIf(process.platform === 'win32')('the eight shards of the indexed Job, merged, are the run without shards', async () => {
    const workspace = await project(dataset(100));
    const job = (await example('evals-job.yaml')) as { spec: { completions: number; template: { spec: { containers: { args: [string] }[] } } } };
    const script = job.spec.template.spec.containers[0]?.args[0] ?? '';
    expect(job.spec.completions).toBe(8);
    const RUNS = join(workspace.folder, 'runs');
    for (let index = 0; index < 8; index += 1) expect(await shell(workspace, script, { RUNS, JOB_COMPLETION_INDEX: String(index) })).toBe(0);
    // A pod that is started again goes on with what is there.
    expect(await shell(workspace, script, { RUNS, JOB_COMPLETION_INDEX: '3' })).toBe(0);
    const whole = await assay(workspace, 'run', 'evals', '--target', 'bot', '--out', 'whole', '--json');
    const merged = await assay(workspace, 'merge', ...Array.from({ length: 8 }, (_, index) => `runs/${index + 1}`), '--out', 'merged', '--json');
    expect([whole.exitCode, merged.exitCode]).toEqual([1, 1]);
    expect(comparable(summaryOf(merged))).toEqual(comparable(summaryOf(whole)));
    expect(summaryOf(merged).merged).toMatchObject({ count: 8, missing: [] });
    const rows = await sortedRows(workspace, 'merged');
    expect(rows).toHaveLength(100);
    expect(rows).toEqual(await sortedRows(workspace, 'whole'));
    const [ofMerged, ofWhole] = [await workspace.manifest('merged'), await workspace.manifest('whole')];
    expect(ofMerged).toMatchObject({ status: 'finished', rows: 100, suites: ofWhole.suites, targets: ofWhole.targets, judges: ofWhole.judges });
    expect(ofMerged.shard).toBeUndefined();
  });

  test.skipIf(process.platform === 'win32')('the matrix of the workflow runs and merges, in another folder than that of the shards', async () => {
    const workspace = await project(dataset(12));
    const { jobs } = (await example('.github/workflows/evals.yaml')) as {
      jobs: Record<'shard' | 'merge', { steps: { run?: string }[]; strategy?: { matrix: { shard: number[] } } }>;
    };
    const lineOf = (job: 'shard' | 'merge'): string => jobs[job].steps.flatMap(({ run }) => (run?.startsWith('npx assay') ? [run] : []))[0] ?? '';
    const matrix = jobs.shard.strategy?.matrix.shard ?? [];
    expect(matrix).toEqual([1, 2, 3, 4]);
    for (const shard of matrix) expect(await shell(workspace, lineOf('shard'), { SHARD: String(shard), SHARDS: String(matrix.length) })).toBe(0);
    const elsewhere = await project(dataset(12));
    await cp(join(workspace.folder, 'runs'), join(elsewhere.folder, 'shards'), { recursive: true });
    // 10 of 12 are right: 0.83.
    expect(await shell(elsewhere, lineOf('merge'))).toBe(0);
    expect((await elsewhere.read('results.csv')).trim().split('\n')).toHaveLength(13);
  });
});

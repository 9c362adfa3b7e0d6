import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Finished } from './support/assay.js';
import { startChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const PAGE = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));
const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));

/** Cases `c0`, `c1`, … whose replies repeat their questions; every fifth one fails. */
function dataset(count: number, first = 0): string {
  const line = (index: number): string =>
    JSON.stringify({ id: `c${index}`, expected_outcome: 'says its number', input: `number ${index}`, evaluators: [{ type: 'contains', value: index % 5 === 4 ? 'nothing' : 'number' }] });
  return Array.from({ length: count }, (_, index) => `${line(first + index)}\n`).join('');
}

const TARGETS = 'targets:\n  - { name: bot, provider: mock }\n  - { name: twin, provider: mock }\n';

function project(cases = dataset(10), targets = TARGETS): Promise<Workspace> {
  return createWorkspace({ 'evals/a.jsonl': cases, '.assay/targets.yaml': targets });
}

const assay = (workspace: Workspace, ...args: readonly string[]): Promise<Finished> => runAssay(args, { cwd: workspace.folder });

/** Runs shards into `shards/1`, … one after the other. @returns their exit codes. */
async function runShards(workspace: Workspace, count: number, ...args: readonly string[]): Promise<readonly (number | null)[]> {
  const codes: (number | null)[] = [];
  for (let index = 1; index <= count; index += 1) {
    const { exitCode } = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', `${index}/${count}`, '--out', `shards/${index}`, ...args);
    codes.push(exitCode);
  }
  return codes;
}

function shards(...indexes: readonly number[]): string[] {
  return indexes.map((index) => `shards/${index}`);
}

/** A row without what differs from run to run. */
function timeless({ runId: _run, startedAt: _start, finishedAt: _end, latencyMs: _latency, assessmentKey: _salted, ...row }: ResultRow): object {
  return row;
}

async function sortedRows(workspace: Workspace, run: string): Promise<readonly object[]> {
  const rows = await workspace.rows(run);
  return rows.toSorted((a, b) => (a.trialKey < b.trialKey ? -1 : 1)).map(timeless);
}

interface Summary {
  readonly outcome: string;
  readonly exit_code: number;
  readonly reasons: readonly string[];
  readonly complete: boolean;
  readonly threshold?: number;
  readonly groups: readonly { readonly trials: number; readonly score: number | null; readonly latency_ms: unknown }[];
  readonly merged?: { readonly count: number; readonly missing: readonly number[]; readonly runs: readonly string[] };
  readonly shard?: { readonly index: number; readonly count: number };
}

const summaryOf = ({ stdout }: Finished): Summary => JSON.parse(stdout) as Summary;

/** A summary without what differs from run to run. */
function comparable({ merged: _merged, ...summary }: Summary): object {
  return { ...summary, groups: summary.groups.map(({ latency_ms: _latency, ...group }) => group), run_id: '', location: '', duration_ms: 0 };
}

/** Changes the stored rows of a run. */
async function editRows(workspace: Workspace, run: string, edit: (text: string) => string): Promise<void> {
  const file = join(workspace.folder, run, 'results.jsonl');
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** The YAML file of a worked example. */
async function example(title: string): Promise<unknown> {
  const page = await readFile(PAGE, 'utf8');
  const block = page.split(`\`\`\`yaml title=${title}\n`)[1]?.split('\n```')[0];
  return parse(block ?? '') as unknown;
}

/** Runs lines of a worked example with the built command behind `npx`. @returns the exit code. */
async function shell(workspace: Workspace, script: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const npx = join(workspace.folder, 'bin/npx');
  await workspace.write({ 'bin/npx': `#!/bin/sh\nshift\nexec '${process.execPath}' '${BIN}' "$@"\n` });
  await chmod(npx, 0o755);
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

  test('cases that are added or edited move no other one, and all targets of a case stay together', async () => {
    const workspace = await project(dataset(30));
    const place = async (): Promise<ReadonlyMap<string, string>> => {
      const found = new Map<string, string>();
      for (const shard of ['1/3', '2/3', '3/3']) {
        const { stdout } = await assay(workspace, 'plan', 'evals', '--target', 'bot', '--target', 'twin', '--repeat', '2', '--shard', shard);
        for (const line of stdout.trim().split('\n')) found.set(line.split('  ').slice(1, 4).filter((part) => !part.includes(':')).join(' '), shard);
      }
      return found;
    };
    const before = await place();
    expect(before.size).toBe(120);
    expect(new Set(before.values()).size).toBe(3);
    for (const [trial, shard] of before) expect(before.get(trial.replace('on bot', 'on twin'))).toBe(shard);
    await workspace.write({ 'evals/a.jsonl': dataset(5, 90) + dataset(30).replace('number 3"', 'the number 3"') });
    const after = await place();
    expect(after.size).toBe(140);
    for (const [trial, shard] of before) expect(after.get(trial)).toBe(shard);
  });

  test('while shards are missing nothing is decided, also not a failure; what is missing is named, and can be run', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 4)).toEqual([0, 0, 0, 0]);
    const merged = await assay(workspace, 'merge', ...shards(1, 3), '--out', 'part', '--json');
    expect(merged.exitCode).toBe(3);
    expect(summaryOf(merged)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false, merged: { count: 4, missing: [2, 4] } });
    expect(summaryOf(merged).reasons[0]).toBe('shards are missing: 2/4, 4/4');
    expect(merged.stderr).toContain('assay run --resume part');
    expect((await workspace.manifest('part')).status).toBe('interrupted');
    expect((await assay(workspace, 'baseline', 'save', 'part')).exitCode).toBe(2);
    // With the rest, or run where the merged run is.
    const whole = await assay(workspace, 'merge', 'part', ...shards(2, 4), '--out', 'all', '--json');
    expect(summaryOf(whole)).toMatchObject({ outcome: 'failed', complete: true, merged: { missing: [] } });
    const resumed = await assay(workspace, 'run', '--resume', 'part', '--json');
    expect(resumed.exitCode).toBe(1);
    expect(summaryOf(resumed)).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    expect(await sortedRows(workspace, 'part')).toEqual(await sortedRows(workspace, 'all'));
  });

  test('a shard whose rows are cut short, or that was killed, is missing; its rows count', async () => {
    const workspace = await project();
    await runShards(workspace, 2);
    const [{ rows }, manifest] = [await workspace.manifest('shards/2'), await workspace.read('shards/2/run.json')];
    await editRows(workspace, 'shards/2', (text) => text.slice(0, -9));
    const torn = await assay(workspace, 'merge', ...shards(1, 2), '--json');
    expect(torn.exitCode).toBe(3);
    expect(summaryOf(torn).reasons.slice(0, 2)).toEqual(['a shard is missing: 2/2', `2/2: shards/2 has ${rows - 1} of its ${rows} rows`]);
    expect(torn.stderr).toContain(`results.jsonl:${rows}: `);
    expect(summaryOf(torn).groups[0]?.trials).toBe(9);
    await workspace.write({ 'shards/2/run.json': manifest.replace('"status": "finished"', '"status": "running"') });
    const killed = await assay(workspace, 'merge', ...shards(1, 2), '--json');
    expect(killed.exitCode).toBe(3);
    expect(summaryOf(killed).reasons.slice(0, 2)).toEqual(['a shard is missing: 2/2', '2/2: shards/2 did not finish']);
    // Gone on with, it is the same shard, and whole.
    expect((await assay(workspace, 'run', '--resume', 'shards/2')).exitCode).toBe(0);
    expect((await workspace.manifest('shards/2')).shard).toEqual({ index: 2, count: 2 });
    expect((await assay(workspace, 'merge', ...shards(1, 2))).exitCode).toBe(1);
  });

  test('shards that were gone on with after a case had changed have the row of the new one alone', async () => {
    const workspace = await project();
    await runShards(workspace, 2);
    await workspace.write({ 'evals/a.jsonl': dataset(10).replace('number 3"', 'the number 3"') });
    for (const shard of shards(1, 2)) expect((await assay(workspace, 'run', '--resume', shard)).exitCode).toBe(0);
    const merged = await assay(workspace, 'merge', ...shards(1, 2), '--out', 'all', '--json');
    expect(summaryOf(merged)).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    const rows = await workspace.rows('all');
    expect(rows.filter(({ caseId }) => caseId === 'c3').map(({ output }) => output?.text)).toEqual(['the number 3']);
  });

  test('different scored rows of a trial are refused with the case and both runs; equal ones are one', async () => {
    const workspace = await project();
    await runShards(workspace, 2);
    await cp(join(workspace.folder, 'shards/2'), join(workspace.folder, 'again'), { recursive: true });
    expect(summaryOf(await assay(workspace, 'merge', ...shards(1, 2), 'again', '--json'))).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    const [first] = await workspace.rows('again');
    await editRows(workspace, 'again', (text) => text.replace('"score":1', '"score":0.5'));
    const changed = (await workspace.rows('again')).find(({ score }) => score === 0.5);
    expect(first).toBeDefined();
    const refused = await assay(workspace, 'merge', ...shards(1, 2), 'again', '--out', 'none');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`case "${changed?.caseId}" of suite "a" on bot has different scored results in shards/2 and again`);
    await expect(workspace.read('none/run.json')).rejects.toThrow('ENOENT');
  });

  test('a trial without a score leaves its shard undecided; a later run of the shard, or of what it lacks, makes up for it', async () => {
    let down = true;
    const server = await startChatServer(() => (down ? { status: 500, body: '{"error":{"message":"down"}}' } : 'a number'));
    const workspace = await project(dataset(4), `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`);
    const RETRIES = ['--max-retries', '0'];
    expect(await runShards(workspace, 1, ...RETRIES)).toEqual([3]);
    await cp(join(workspace.folder, 'shards/1'), join(workspace.folder, 'errors'), { recursive: true });
    expect((await assay(workspace, 'merge', 'errors')).exitCode).toBe(3);
    down = false;
    const resumed = await assay(workspace, 'run', '--resume', 'shards/1', '--json');
    expect(resumed.exitCode).toBe(0);
    expect(summaryOf(resumed)).toMatchObject({ outcome: 'complete', shard: { index: 1, count: 1 } });
    for (const order of [['errors', 'shards/1'], ['shards/1', 'errors']]) {
      expect((await assay(workspace, 'merge', ...order, '--out', `m-${order[0]?.slice(0, 1)}`)).exitCode).toBe(0);
    }
    expect((await workspace.rows('m-e')).map(({ score }) => score)).toEqual([1, 1, 1, 1]);
  });

  test.each(['0/8', '9/8', 'x', '2', '1/0', '-1/2', '1.5/2', ''])('--shard %j is refused', async (shard) => {
    const workspace = await project();
    const { exitCode, stderr } = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', shard);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('such as 2/8');
  });

  test('runs that are no shards of one run are refused by what differs', async () => {
    const workspace = await createWorkspace({
      'evals/a.jsonl': dataset(6),
      'other/b.jsonl': dataset(6),
      '.assay/targets.yaml': "targets:\n  - { name: bot, provider: mock, response: '${SAYS}' }\n",
    });
    const run = (out: string, args: readonly string[], SAYS = 'a number'): Promise<Finished> => runAssay(['run', ...args, '--target', 'bot', '--out', out], { cwd: workspace.folder, env: { SAYS } });
    await run('one', ['evals', '--shard', '1/2', '--concurrency', '3']);
    const [, two] = ['--shard', '2/2'];
    await run('pace', ['evals', '--shard', two, '--concurrency', '1', '--report', 'csv=x.csv']);
    await run('thirds', ['evals', '--shard', '2/3']);
    await run('options', ['evals', '--shard', two, '--repeat', '2']);
    await run('gate', ['evals', '--shard', two, '--threshold', '0.1']);
    await run('suites', ['other', '--shard', two]);
    await run('variable', ['evals', '--shard', two], 'other words');
    await run('whole', ['evals']);
    await workspace.write({ 'evals/a.jsonl': dataset(7) });
    await run('added', ['evals', '--shard', two]);
    const merge = (...args: readonly string[]): Promise<Finished> => assay(workspace, 'merge', 'one', ...args);
    for (const [other, what] of [
      ['thirds', 'one is of 2 shards, thirds of 3'],
      ['options', '--repeat is not given in one, and 2 in options'],
      ['gate', '--threshold is not given in one, and 0.1 in gate'],
      ['suites', 'one has the suite "a" (evals/a.jsonl), and suites has not'],
      ['variable', '"bot" stood for something else in one than in variable'],
      ['added', 'the files of suite "a" (evals/a.jsonl) are not the same in one and added'],
      ['whole', 'the run whole is no shard'],
    ] as const) {
      const { exitCode, stderr } = await merge(other);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(what)]);
    }
    expect((await merge('pace')).exitCode).toBe(1);
    const gated = await merge('gate', '--threshold', '0.2', '--json');
    expect([gated.exitCode, summaryOf(gated).threshold]).toEqual([0, 0.2]);
  });

  test.each([
    ['settings', { '.assay/config.yaml': 'defaults: { threshold: 0.7, repeat: 2 }\nverdicts: { pass: 1, borderline: 0.9 }\n' }],
    ['files', { 'evals/a.yaml': `threshold: 0.7\nrepeat: 2\nevalcases:\n${[0, 1, 2, 3].map((index) => `  - { id: c${index}, expected_outcome: says it, input: number, evaluators: [{ type: contains, value: ${index < 3 ? 'number' : 'nothing'} }] }\n`).join('')}` }],
  ])('what %s say of a run holds for its shards wherever they are merged, and shards that were told otherwise are none of it', async (from, files) => {
    const workspace = await project();
    if (from === 'files') await rm(join(workspace.folder, 'evals/a.jsonl'));
    await workspace.write(files);
    expect(await runShards(workspace, 2)).toEqual([0, 0]);
    expect((await workspace.manifest('shards/1')).options).toMatchObject({ threshold: 0.7, repeat: 2 });
    const elsewhere = await createWorkspace({});
    const merged = await runAssay(['merge', ...shards(1, 2).map((shard) => join(workspace.folder, shard)), '--json'], { cwd: elsewhere.folder });
    expect([merged.exitCode, summaryOf(merged)]).toMatchObject([0, { outcome: 'passed', complete: true }]);
    expect((await runAssay(['merge', ...shards(1, 2).map((shard) => join(workspace.folder, shard)), '--threshold', '0.9'], { cwd: elsewhere.folder })).exitCode).toBe(1);
    if (from === 'files') return;
    const merge = async (): Promise<string> => (await assay(workspace, 'merge', ...shards(1, 2))).stderr;
    const second = ['run', 'evals', '--target', 'bot', '--shard', '2/2', '--out', 'shards/2'];
    const again = async (settings: string): Promise<string> => {
      await rm(join(workspace.folder, 'shards/2'), { recursive: true });
      await workspace.write({ '.assay/config.yaml': settings });
      expect((await assay(workspace, ...second)).exitCode).toBe(0);
      return merge();
    };
    expect(await again('defaults: { threshold: 0.7, repeat: 2 }\n')).toContain('cases pass from 1 and are borderline from 0.9 in shards/1, and pass from 0.8 and are borderline from 0.6 in shards/2');
    expect(await again('defaults: { repeat: 2 }\nverdicts: { pass: 1, borderline: 0.9 }\n')).toContain('--threshold is 0.7 in shards/1, and not given in shards/2');
  });

  test('thresholds hold for the union, and shards say that they decide nothing', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 2, '--threshold', '0.8')).toEqual([0, 0]);
    expect((await assay(workspace, 'merge', ...shards(1, 2))).exitCode).toBe(0);
    const failed = await assay(workspace, 'merge', ...shards(1, 2), '--threshold', '0.9', '--report', 'csv=all.csv');
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain('score 0.80 is below the threshold 0.9');
    expect((await workspace.read('all.csv')).trim().split('\n')).toHaveLength(11);
    const shard = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/2', '--threshold', '1');
    expect(shard.exitCode).toBe(0);
    expect(shard.stdout).toContain('whether the run passes is decided by assay merge');
  });

  test('a shard may be empty; a run without a case may not', async () => {
    const workspace = await project(dataset(1));
    expect(await runShards(workspace, 3)).toEqual([0, 0, 0]);
    expect((await assay(workspace, 'merge', ...shards(1, 2, 3))).exitCode).toBe(0);
    const none = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/3', '--id', 'nobody');
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('no case has an id that matches');
  });

  test('--limit and --id choose before the split, --repeat is split with the cases, and a failed run is named by its id', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 2, '--limit', '7', '--repeat', '2', '--id', 'c*')).toEqual([0, 0]);
    const merged = await assay(workspace, 'merge', ...shards(1, 2), '--out', 'all');
    expect(merged.exitCode).toBe(1);
    const rows = await workspace.rows('all');
    expect(rows.map(({ caseId, repeat }) => `${caseId} ${repeat}`).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].flatMap((index) => [`c${index} 1`, `c${index} 2`]));
    const latest = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/2', '--filter-failed', 'latest');
    expect([latest.exitCode, latest.stderr]).toEqual([2, expect.stringContaining('--filter-failed latest does not go with --shard')]);
    const failed = await Promise.all(['1/2', '2/2'].map((shard) => assay(workspace, 'plan', 'evals', '--target', 'bot', '--shard', shard, '--filter-failed', 'all')));
    expect(failed.map(({ stdout }) => stdout).join('')).toMatch(/^a {2}c4 {2}on bot {2}\S+\n$/u);
  });

  test('shards are marked, and no baseline is made of one', async () => {
    const workspace = await project();
    await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '2/2');
    const { runId, shard } = await workspace.manifest();
    expect(shard).toEqual({ index: 2, count: 2 });
    expect((await assay(workspace, 'list', 'runs')).stdout).toContain('shard 2/2, complete');
    const [listed] = JSON.parse((await assay(workspace, 'list', 'runs', '--json')).stdout) as unknown[];
    expect(listed).toMatchObject({ name: runId, shard: { index: 2, count: 2 } });
    await assay(workspace, 'run', 'evals', '--target', 'bot', '--out', 'whole');
    expect((await assay(workspace, 'compare', 'latest', 'whole')).stdout).toContain('(shard 2/2)');
    const compared = JSON.parse((await assay(workspace, 'compare', 'latest', 'whole', '--json')).stdout) as { a: unknown; b: unknown };
    expect(compared.a).toMatchObject({ shard: { index: 2, count: 2 } });
    expect(compared.b).not.toHaveProperty('shard');
    const saved = await assay(workspace, 'baseline', 'save', 'latest');
    expect([saved.exitCode, saved.stderr]).toEqual([2, expect.stringContaining('merge the shards first (assay merge')]);
  });
});

import { gunzipSync } from 'node:zlib';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineReporter } from '@assay/schema';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { report, type ReportOptions } from '../src/index.js';
import { readTable } from './support/read-csv.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { Finished } from './support/commands/assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - {id: one, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: two, expected_outcome: says a, input: 'b | <b> @bob', evaluators: [{type: contains, value: a}]}
`;
const GOOD = 'good';

let workspace: Workspace;
const assay = (...args: readonly string[]): Promise<Finished> => runAssay(args, { cwd: workspace.folder });

/** A run that passes, a baseline of it, and a run that fails, with all its reports. */
beforeAll(async () => {
  let remove = (): Promise<void> => Promise.resolve();
  workspace = await createWorkspace({ 'suite.yaml': SUITE.replace('b | <b> @bob', 'a'), 'broken/x': '' }, (last) => (remove = last));
  await assay('run', 'suite.yaml', '--target', 'mock', '--out', GOOD);
  await assay('baseline', 'save', 'good');
  await workspace.write({ 'suite.yaml': SUITE });
  await assay('run', 'suite.yaml', '--target', 'mock', '--report', 'csv=run.csv,json=run.json,junit=run.xml,markdown=run.md,terminal=run.txt');
  return remove;
});

describe('assay report', () => {
  test('prints what a run came to, and exits 0 whatever that is', async () => {
    const { exitCode, stdout } = await assay('report');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(await workspace.read('run.txt'));
    expect((await assay('report', '--json')).stdout).toBe(await workspace.read('run.json'));
  });

  test('writes every report as the run wrote it', async () => {
    const { exitCode } = await assay('report', 'latest', '--report', 'csv=later.csv,json=later.json,junit=later.xml', '--report', 'markdown=later.md');
    expect(exitCode).toBe(0);
    for (const type of ['csv', 'json', 'xml', 'md']) expect(await workspace.read(`later.${type}`), type).toBe(await workspace.read(`run.${type}`));
  });

  test('says what changed since the baselines, since another run, or not at all', async () => {
    expect(await workspace.read('run.md')).toMatch(/^### ✅ Not shown to be worse\n[^#]*held against its baselines:\n[^#]*### ❌ Failed\n/u);
    const against = await assay('report', '--against', 'good', '--report', 'markdown=-');
    expect(against.stdout).toMatch(/^### 📊 Compared\n[^#]*held against good:\n[\s\S]*?\*\*two\*\* on mock 1\.00 → 0\.00[^#]*### ❌ Failed\n/u);
    expect((await assay('report', '--against', 'good')).stdout).toMatch(/ against good: /u);
    expect((JSON.parse((await assay('report', '--against', 'good', '--json')).stdout) as { readonly reasons: readonly string[] }).reasons.at(-1)).toMatch(/^against good: /u);
    expect((await assay('report', '--no-against', '--report', 'markdown')).stdout).toMatch(/^### ❌ Failed\n/u);
  });

  test('of a run that was killed says that it is not whole', async () => {
    await workspace.write({ 'killed/results.jsonl': await workspace.read(`${GOOD}/results.jsonl`) });
    const { exitCode, stdout } = await assay('report', 'killed', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false, groups: [{ passed: 2 }] });
    expect((await assay('report', 'killed', '--report', 'junit')).stdout).toContain('name="outcome"><error type="undecided"');
  });

  test.each([
    [['nowhere'], 'there is no run "nowhere"'],
    [['--against', 'nowhere'], 'there is no run "nowhere"'],
    [['--report', 'junti'], 'did you mean junit?'],
    [['good', '--report', `json=${GOOD}/summary.json`], 'summary.json, which holds results of a run'],
    [['--report', `csv=${GOOD}/run.json`], 'run.json, which holds results of a run'],
    [['--report', 'json=baselines/suite/mock.json'], 'mock.json, which is a baseline'],
    [['good', '--report', `csv=${GOOD}/results.jsonl`], 'results.jsonl, which holds results of a run'],
    [['--report', 'csv=a,json=a'], 'would both be written to a'],
    [['--report', 'csv=broken'], 'a folder stands there'],
    [['--json', '--report', 'junit=-'], 'would both be printed'],
  ])('%j is an error, and nothing is written', async (args, message) => {
    const before = await workspace.read(`${GOOD}/results.jsonl`);
    const { exitCode, stdout, stderr } = await assay('report', ...args);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(await workspace.read(`${GOOD}/results.jsonl`)).toBe(before);
  });

  test('a baseline that cannot be used is an error here, and a warning at the end of a run', async () => {
    const own = await createWorkspace({ 'suite.yaml': SUITE, 'baselines/suite/mock.json': '{' });
    const run = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--report', 'markdown=run.md'], { cwd: own.folder });
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('no report says what changed') });
    expect(await own.read('run.md')).toMatch(/^### ❌ Failed\n/u);
    expect(await runAssay(['report'], { cwd: own.folder })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('baselines/suite/mock.json') });
    expect((await runAssay(['report', '--no-against'], { cwd: own.folder })).exitCode).toBe(0);
  });
});

describe('reports of comparisons', () => {
  test('of two runs, beside what is printed or in its place', async () => {
    const { exitCode, stdout } = await assay('compare', 'good', 'latest', '--report', 'markdown=cmp.md,json=cmp.json,junit=cmp.xml,csv=cmp.csv');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: (await assay('compare', 'good', 'latest')).stdout });
    expect(readTable(await workspace.read('cmp.csv'))).toMatchObject([
      { case_id: 'two', change: 'worse', target_before: 'mock', score_before: '1', score: '0', difference: '-1', verdict_before: 'pass', verdict: 'fail', output_before: 'a', output: 'b | <b> @bob' },
    ]);
    expect(await workspace.read('cmp.md')).toContain('**two** on mock 1.00 → 0.00 (−1.00)');
    expect(await workspace.read('cmp.xml')).toContain('name="two"><failure type="comparison"');
    expect(await workspace.read('cmp.json')).toBe((await assay('compare', 'good', 'latest', '--json')).stdout);
    expect((await assay('compare', 'good', 'latest', '--report', 'markdown')).stdout).toBe(await workspace.read('cmp.md'));
  });

  test('of a check of baselines, with the exit code of the check', async () => {
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', '--report', 'markdown=check.md,junit=check.xml,html=check.html,csv=check.csv');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: (await assay('baseline', 'check', '--gate', 'cases')).stdout });
    expect(await workspace.read('check.md')).toMatch(/^### ❌ Worse\n/u);
    expect(await workspace.read('check.xml')).toContain('failures="1"');
    expect(readTable(await workspace.read('check.csv'))).toMatchObject([{ case_id: 'two', change: 'worse', verdict_before: 'pass', output_before: '', verdict: 'fail' }]);
    const [, packed = ''] = /id="assay-page">([^<]*)</u.exec(await workspace.read('check.html')) ?? [];
    const page = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as object;
    expect(page).toMatchObject({ page: { version: expect.stringMatching(/^\d/u), comparison: { kind: 'baselines', outcome: 'failed' } }, runs: [{ run: { rows: 2 } }] });
  });

  test.each([
    [['--report', 'terminal=x.csv'], 'report terminal is of runs, not of comparisons'],
    [['--report', 'markdown', '--json'], 'json and markdown would both be printed'],
    [['--report', 'markdown=broken'], 'a folder stands there'],
    [['--report', `csv=${GOOD}/results.jsonl`], 'which holds results of a run'],
    [['--report', 'html=baselines/suite/mock.json'], 'which is a baseline'],
  ])('%j is an error before anything is read', async (args, message) => {
    expect(await assay('compare', 'nowhere', 'nowhere', ...args)).toEqual({ exitCode: 2, signal: null, stdout: '', stderr: expect.stringContaining(message) });
    expect(existsSync(join(workspace.folder, 'x.csv'))).toBe(false);
  });
});

describe('report() in a program', () => {
  const ids = defineReporter({
    name: 'ids',
    description: 'Writes the ids of the cases.',
    options: v.strictObject({}),
    examples: [{ title: 'In a file', value: { name: 'ids', file: 'ids.txt' } }],
    writes: 'text/plain',
    create(_options, { output }) {
      const seen: string[] = [];
      return { name: 'ids', trialFinished: ({ caseId }) => void seen.push(caseId), runFinished: ({ outcome }) => output.write(`${outcome}: ${seen.join(' ')}\n`) };
    },
  });

  test('takes reporters of its own, and tells of those that are lost', async () => {
    const broken = { ...ids, name: 'broken', create: () => ({ name: 'broken', runFinished: () => Promise.reject(new Error('boom')) }) };
    const { summary, lostReporters } = await report({ run: GOOD, cwd: workspace.folder, env: {}, reporters: [ids, broken], reports: ['ids=ids.txt', 'broken=none.txt'] });
    expect(summary.outcome).toBe('passed');
    expect(await workspace.read('ids.txt')).toBe('passed: one two\n');
    expect(lostReporters).toMatchObject([{ name: 'broken', report: 'none.txt', error: { message: 'boom' } }]);
    expect(existsSync(join(workspace.folder, 'none.txt'))).toBe(false);
    await expect(report({ run: 'nowhere', cwd: workspace.folder, reports: [] })).rejects.toThrow('there is no run "nowhere"');
    for (const [wrong, message] of [
      [{ run: 5 }, 'run must be a text that is not empty, not the number 5'],
      [{ reports: 'csv=x.csv' }, 'reports must be a list of reports, each as NAME=FILE or { name, file, options }, not "csv=x.csv"'],
      [{ reporters: [{ name: 'follows', runFinished() {} }] }, 'reporters[0] is no definition of a reporter'],
      [{ report: [] }, 'report() knows no "report"'],
    ] satisfies [object, string][]) {
      const given: object = { cwd: workspace.folder, reports: [], ...wrong };
      await expect(report(given as ReportOptions)).rejects.toMatchObject({ name: 'UsageError', message });
    }
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReportData } from '@assay/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

/** What the target says (it repeats what it is asked), what is right, and the language. */
const ROWS = [['kind', 'kind', 'en'], ['rude', 'kind', 'en'], ['rude', 'rude', 'cs'], ['no idea', 'kind', 'a|b']] as const;
const HEAD = '| By tag:lang | Trials | Unscored | Pass | Rate | ± 95 % | Mean | ± 95 % | Accuracy | ± 95 % | Macro F1 | ± 95 % |\n';
const KEYS = ['--by', 'tag:lang', '--by', 'var:region'];

let folder = '';
const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => runAssay(args, { cwd: folder, env });
const read = (file: string) => readFile(join(folder, file), 'utf8');

/** The cells of the table by a key on a terminal, or in Markdown. */
function tableOf(text: string, key: string, split: RegExp): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.includes(`By ${key}`));
  const to = lines.findIndex((line, at) => at > from && line.trim() === '');
  const cells = (line: string) => line.replaceAll(/^\| | \|$/gu, '').trimEnd().split(split);
  return lines.slice(from, to < 0 ? undefined : to).filter((line) => !line.startsWith('|---')).map(cells);
}

const atEnd = removeAtEnd();
beforeAll(async () => {
  const lines = ROWS.map(([input, expected, lang], index) => JSON.stringify({ id: `r${index}`, expected_outcome: 'Says the label', input, expected_output: expected, tags: [`lang:${lang}`], vars: { region: index < 2 ? 'eu' : 'us' } }));
  ({ folder } = await createWorkspace({
    'tone.jsonl': `${lines.join('\n')}\n`,
    'tone.yaml': 'assert:\n  - { type: label, labels: [kind, rude] }\n',
    '.assay/config.yaml': 'reports: [{ name: markdown, file: set.md, by: [target] }, { name: json, file: set.json }]\n',
  }, atEnd));
});

describe('--by', () => {
  test('is in reports of a run as on the terminal: Markdown, JSON, the summary of a job', async () => {
    const summary = join(folder, 'job.md');
    const { stdout } = await assay(['run', 'tone.jsonl', '--target', 'mock', '--repeat', '2', '--out', 'one', ...KEYS, '--report', 'markdown=a.md,json=a.json,csv=a.csv,terminal=a.txt'], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    const markdown = await read('a.md');
    expect(markdown).toContain(HEAD);
    for (const key of ['tag:lang', 'var:region']) {
      const shown = tableOf(stdout, key, / {2,}/u);
      expect(shown.length).toBeGreaterThan(2);
      expect(tableOf(await read('a.txt'), key, / {2,}/u)).toEqual(shown);
      const inMarkdown = tableOf(markdown, key, / \| /u).map((cells) => cells.map((cell) => cell.replace('&#124;', '|')));
      expect(inMarkdown).toEqual(shown);
      expect(tableOf(await read('job.md'), key, / \| /u).map((cells) => cells.map((cell) => cell.replace('&#124;', '|')))).toEqual(shown);
    }
    const printed = await assay(['report', 'one', ...KEYS, '--json']);
    const { slices } = JSON.parse(printed.stdout) as { readonly slices: readonly unknown[] };
    expect(slices).toHaveLength(2);
    expect(JSON.parse(await read('a.json'))).toMatchObject({ slices });
  });

  test('is of merged shards what it is of the whole run', async () => {
    for (const shard of ['1', '2']) await assay(['run', 'tone.jsonl', '--target', 'mock', '--repeat', '2', '--shard', `${shard}/2`, '--out', `part-${shard}`]);
    const { stdout } = await assay(['merge', 'part-1', 'part-2', '--out', 'merged', ...KEYS, '--report', 'markdown=merged.md']);
    for (const key of ['tag:lang', 'var:region']) {
      expect(tableOf(stdout, key, / {2,}/u)).toEqual(tableOf(await read('a.txt'), key, / {2,}/u));
      expect(tableOf(await read('merged.md'), key, / \| /u)).toEqual(tableOf(await read('a.md'), key, / \| /u));
    }
    expect((await assay(['merge', 'part-1', 'part-2', '--by', 'var:nowhere'])).stderr).toContain('note: no case has a variable "nowhere"');
  });

  test('is in the report that is printed, and refused beside one that has no such tables', async () => {
    const printed = await assay(['report', 'one', ...KEYS, '--report', 'markdown']);
    expect(printed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(HEAD) });
    expect(JSON.parse((await assay(['report', 'one', ...KEYS, '--report', 'json'])).stdout)).toMatchObject({ slices: [{ by: 'tag:lang' }, { by: 'var:region' }] });
    for (const name of ['csv', 'junit']) {
      const refused = await assay(['report', 'one', ...KEYS, '--report', name]);
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`--by prints on standard output, as report ${name} does, which has no such tables\n  fix: give the report a file: --report ${name}=FILE`) });
    }
    expect((await assay(['report', 'one', '--report', 'markdown'])).stdout).not.toContain('| By');
  });

  test('reaches reports of settings, but for those that say themselves what they sum up by; a run that goes on has its kept rows', async () => {
    expect((await assay(['run', 'tone.jsonl', '--target', 'mock', '--out', 'two', ...KEYS])).exitCode).toBe(1);
    const markdown = await read('set.md');
    expect(markdown).toContain('| By target |');
    expect(markdown).not.toContain('| By tag:lang |');
    expect(JSON.parse(await read('set.json'))).toMatchObject({ slices: [{ by: 'tag:lang' }, { by: 'var:region' }] });
    await assay(['run', '--resume', 'two', '--by', 'target', '--report', 'markdown=resumed.md']);
    expect(await read('resumed.md')).toMatch(/\n\| mock \| 4 \| 0 \| 2 \|/u);
  });

  test('is in the page of one file, of a run and of a comparison', async () => {
    const page = async (file: string) => {
      const [, packed = ''] = /id="assay-page">([^<]*)</u.exec(await read(file)) ?? [];
      return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as ReportData;
    };
    const { stdout } = await assay(['report', 'one', ...KEYS, '--report', 'html=one.html']);
    const { runs: [one] } = await page('one.html');
    for (const [at, key] of ['tag:lang', 'var:region'].entries()) {
      const { title, header = [], rows = [] } = one?.run.slices?.[at] ?? {};
      expect([title, ...header.slice(1)]).toEqual(tableOf(stdout, key, / {2,}/u)[0]);
      expect(rows).toEqual(tableOf(stdout, key, / {2,}/u).slice(1));
    }
    await assay(['compare', 'one', 'two', ...KEYS, '--report', 'html=both.html']);
    const { page: { comparison }, runs } = await page('both.html');
    expect(comparison?.slices).toMatchObject([{ title: 'By tag:lang', rows: [['a|b', '1', '0.00 → 0.00', expect.any(String), '0', '1', '0'], { 0: 'cs' }, { 0: 'en' }] }, { title: 'By var:region' }]);
    expect(runs.map(({ run: { slices } }) => slices)).toEqual([undefined, undefined]);
  });

  test('is refused at its place where settings say what cannot be', async () => {
    const { folder: other } = await createWorkspace({ 'a.yaml': 'evalcases: [{ id: a, expected_outcome: x, input: y }]\n', '.assay/config.yaml': 'reports:\n  - { name: html, file: a.html, by: [tag, tags] }\n' });
    for (const command of [['validate', 'a.yaml'], ['run', 'a.yaml', '--target', 'mock']]) {
      const refused = await runAssay(command, { cwd: other });
      expect(refused.exitCode).toBe(2);
      expect(refused.stdout + refused.stderr).toMatch(/\.assay\/config\.yaml:2:\d+[^]*reporter html: by\.1: expected suite, target, variant, evaluator, tag, tag:KEY for tags like KEY:VALUE, or var:NAME for a variable/u);
    }
  });

  test('is in reports of a comparison', async () => {
    const shown = await assay(['compare', 'one', 'two', ...KEYS, '--report', 'markdown=c.md,json=c.json']);
    expect(shown.exitCode).toBe(0);
    const markdown = await read('c.md');
    expect(markdown).toMatch(/\n\| By tag:lang \| Cases \| Score \| Change \(95 %\) \| Worse \| Same \| Better \|\n.*\n\| a&#124;b \| 1 \| 0\.00 → 0\.00 \| 0\.00 \(\S+ to \S+\) \| 0 \| 1 \| 0 \|\n\| cs \| 1 \| 1\.00 → 1\.00 .*\n\| en \| 2 \| 0\.50 → 0\.50 /u);
    expect(markdown).toMatch(/\n\| By var:region .*\n.*\n\| eu \| 2 .*\n\| us \| 2 /u);
    const { slices } = JSON.parse((await assay(['compare', 'one', 'two', ...KEYS, '--json'])).stdout) as { readonly slices: readonly unknown[] };
    expect(JSON.parse(await read('c.json'))).toMatchObject({ slices });
    expect(slices).toHaveLength(2);
  });

  test('is beside a printed report of a comparison refused as beside one of a run', async () => {
    for (const command of [['compare', 'one', 'two'], ['baseline', 'check', 'two']]) {
      const refused = await assay([...command, ...KEYS, '--report', 'csv']);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('--by prints on standard output, as report csv does, which has no such tables') });
    }
  });

  test('is in a check of baselines: the terminal, --json, and its reports', async () => {
    await assay(['baseline', 'save', 'one']);
    // English is answered otherwise: the cases with that tag alone are worse.
    await assay(['run', 'tone.jsonl', '--target', 'mock', '--repeat', '2', '--out', 'three']);
    const rows = (await read('three/results.jsonl')).trim().split('\n').map((line) => JSON.parse(line) as { tags: string[]; score: number; verdict: string });
    await writeFile(join(folder, 'three/results.jsonl'), rows.map((row) => `${JSON.stringify(row.tags.includes('lang:en') ? { ...row, score: 0, verdict: 'fail', score_bounds: { worst: 0, best: 0 } } : row)}\n`).join(''));
    const plain = await assay(['baseline', 'check', 'three']);
    const shown = await assay(['baseline', 'check', 'three', ...KEYS, '--report', 'markdown=check.md,html=check.html,json=check.json']);
    // What is decided, and said of it, is the same.
    expect(shown.exitCode).toBe(plain.exitCode);
    expect(shown.stdout.startsWith(plain.stdout.trimEnd())).toBe(true);
    expect(tableOf(shown.stdout, 'tag:lang', / {2,}/u).map((cells) => cells.slice(0, 5))).toEqual([['By tag:lang', 'Cases', 'Worse', 'Same', 'Better'], ['a|b', '1', '0', '1', '0'], ['cs', '1', '0', '1', '0'], ['en', '2', '1', '1', '0']]);
    const { slices, ...rest } = JSON.parse((await assay(['baseline', 'check', 'three', ...KEYS, '--json'])).stdout) as { readonly slices: readonly { readonly slices: readonly Record<string, unknown>[] }[] };
    expect(rest).toEqual(JSON.parse((await assay(['baseline', 'check', 'three', '--json'])).stdout));
    expect(slices).toMatchObject([{ by: 'tag:lang', slices: [{ value: 'a|b' }, { value: 'cs' }, { value: 'en', compared: 2, worse: 1, same: 1, better: 0, open: 0, change: { before: 0.5, after: 0, difference: -0.5, cases: 2 } }] }, { by: 'var:region', slices: [{ value: 'eu', compared: 2 }, { value: 'us', compared: 2 }] }]);
    expect(JSON.parse(await read('check.json'))).toMatchObject({ slices });
    expect(await read('check.md')).toMatch(/\n\| By tag:lang \| Cases \| Score .*\n.*\n\| a&#124;b \| 1 .*\n\| cs \| 1 .*\n\| en \| 2 \| 0\.50 → 0\.00 \| −0\.50 \(\S+ to \S+\) \| \*\*1\*\* \| 1 \| 0 \|\n/u);
    expect(await read('check.html')).toContain('id="assay-page"');
  });

  test('of a check is refused where baselines have nothing of the kind, and where no case has what it names', async () => {
    expect(await assay(['baseline', 'check', 'three', '--by', 'evaluator'])).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('baselines cannot be checked by evaluator: they have the scores of cases alone\n  fix: hold the run against another run: assay compare RUN RUN --by evaluator') });
    expect(await assay(['baseline', 'check', 'three', '--by', 'tag:land'])).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('no case has a tag of the form KEY:VALUE with the key "land"\n  fix: did you mean "lang"?') });
    expect(await assay(['baseline', 'check', 'three', '--by', 'colour'])).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('results cannot be sliced by "colour"') });
  });
});

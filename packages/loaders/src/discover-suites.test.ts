import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UsageError, type Diagnostic } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { projectFolder, shown } from '../test/project-folder.js';
import { testCase, testCaseValue } from '../test/test-case-files.js';
import { discoverSuites } from './discover-suites.js';

const CASES = 'cases: [{ id: a, outcome: G, input: Q }]\n';
const FILES = {
  'evals/test1.yaml': CASES,
  'evals/test2.jsonl': '{"id":"a","outcome":"G","input":"Q"}\n',
  'evals/test2.yaml': 'description: sidecar\n',
  'evals/deep/er.yml': 'title: t\n---\n- prompt: p\n',
  'evals/.hidden/x.yaml': CASES,
  'evals/node_modules/p/x.yaml': CASES,
  'evals/targets.yaml': 'targets: [{ name: a, provider: openai }]\n',
  'evals/config.yaml': 'defaults: {}\n',
  'evals/results.jsonl': '{"run_id":"r","trial_key":"k"}\n',
  'evals/replies.jsonl': '\n{"id":"a","text":"Yes."}\n',
  'evals/judge.jsonl': '{"match":["Q"],"text":"Yes."}\n',
  'evals/compose.yaml': 'services: {}\n',
  'evals/broken.yaml': 'cases: [\n',
  'evals/readme.md': '# x',
};

async function discover(patterns: readonly string[], cwd: string): Promise<{ files: string[]; notes: string[] }> {
  const notes: Diagnostic[] = [];
  const suites = await discoverSuites(patterns, { cwd, report: (finding) => notes.push(finding) });
  const inFolder = (path: string, files: readonly string[] | undefined): string =>
    files ? ` (${files.map((file) => relative(path, file)).join(', ')})` : '';
  return { files: suites.map(({ path, files }) => `${relative(cwd, path)}${inFolder(path, files)}`), notes: notes.map(shown) };
}

describe('discovering suites', () => {
  test('a folder gives its suites in order and says what it passes over (Mixed YAML and JSONL in same repo)', async () => {
    const { files, notes } = await discover(['evals'], await projectFolder(FILES));
    expect(files).toEqual(['evals/broken.yaml', 'evals/deep/er.yml', 'evals/test1.yaml', 'evals/test2.jsonl']);
    expect(notes).toEqual([
      'evals/compose.yaml:1:1 warning skipped-file: skipped: it is not recognised as an eval file -> name the file itself to see why',
      'evals/config.yaml:1:1 info skipped-file: skipped: it is a project configuration',
      'evals/judge.jsonl:1:1 info skipped-file: skipped: it is a recording of replies',
      'evals/replies.jsonl:1:1 info skipped-file: skipped: it is a recording of replies',
      'evals/results.jsonl:1:1 info skipped-file: skipped: it is the result of a run',
      'evals/targets.yaml:1:1 info skipped-file: skipped: it defines targets',
      'evals/test2.yaml:1:1 info skipped-file: skipped: it is a sidecar: it has settings but no cases',
    ]);
  });

  test('lines of data that are no cases are passed over with one warning; lines of broken cases are not', async () => {
    const folder = await projectFolder({
      'evals/train.jsonl': '{"text":"Good","label":"GLAD"}\n'.repeat(50),
      'evals/ids.jsonl': '{"id":"a"}\n',
      'evals/broken.jsonl': '{"id":\n',
      'evals/texts.jsonl': '"a"\n',
    });
    expect(await discover(['evals'], folder)).toEqual({
      files: ['evals/broken.jsonl', 'evals/ids.jsonl', 'evals/texts.jsonl'],
      notes: ['evals/train.jsonl:1:1 info no-suite: the table is skipped: it has no sidecar -> name it to run it, or write train.yaml beside it'],
    });
  });

  test('a glob gives the same, and each file comes once', async () => {
    const folder = await projectFolder(FILES);
    expect((await discover(['evals/*.jsonl', 'evals/**/*.{yml,jsonl}', './evals/test2.jsonl'], folder)).files).toEqual(['evals/deep/er.yml', 'evals/test2.jsonl']);
  });

  test('a file that is named itself is never passed over', async () => {
    const { files, notes } = await discover(['evals/targets.yaml', 'evals/readme.md'], await projectFolder(FILES));
    expect(files).toEqual(['evals/readme.md', 'evals/targets.yaml']);
    expect(notes).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')('folders that link to themselves come to an end', async () => {
    const folder = await projectFolder({ 'evals/a.yaml': CASES });
    await symlink(join(folder, 'evals'), join(folder, 'evals/again'));
    expect((await discover(['evals'], folder)).files).toEqual(['evals/a.yaml']);
  });

  test.runIf(process.platform !== 'win32')('files have the name without links, also where one comes before it', async () => {
    const folder = await projectFolder({ 'evals/a.yaml': CASES, 'evals/z.yaml': CASES });
    await symlink('.', join(folder, 'evals/link'));
    await symlink('evals', join(folder, 'before'));
    expect((await discover(['evals'], folder)).files).toEqual(['evals/a.yaml', 'evals/z.yaml']);
    expect((await discover(['.'], folder)).files).toEqual(['evals/a.yaml', 'evals/z.yaml']);
    // Named by a link, they have its name, without another one on the way.
    expect((await discover(['before'], folder)).files).toEqual(['before/a.yaml', 'before/z.yaml']);
  });

  test.each([
    ['evals/test3.yaml', 'nothing matches evals/test3.yaml', 'did you mean evals/test1.yaml?'],
    ['evlas/*.yaml', 'nothing matches evlas/*.yaml', 'did you mean evals?'],
    ['evals/deep/none/*.yaml', 'nothing matches evals/deep/none/*.yaml', 'the nearest path that exists is evals/deep; eval files end in .yaml, .yml or .jsonl'],
    ['empty', 'no eval files in empty', 'eval files end in .yaml, .yml or .jsonl'],
  ])('%s, which matches nothing, is a usage error with a hint', async (pattern, message, hint) => {
    const folder = await projectFolder({ ...FILES, 'empty/x.txt': '' });
    const error = await discoverSuites([pattern], { cwd: folder }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, hint });
  });
});

describe('test cases', () => {
  const PROJECT = {
    'suites/basic/001_a.yaml': testCase('a'),
    'suites/basic/002_b.yaml': testCase('b'),
    'suites/basic/003_c.json': JSON.stringify(testCaseValue('c')),
    'suites/credit_risk/001.yaml': testCase('a'),
    'suites/credit_risk/other.yaml': CASES,
    'suites/support/eu/001.yaml': testCase('a'),
    'configs/judge.yaml': 'name: judge\nprovider: anthropic\nmodel: claude\n',
    'configs/gpt.json': '{"name": "g", "provider": "openai", "model": "gpt-4"}',
    'baselines/basic/judge.json': '{"suite": "basic", "target": "judge", "cases": {}}',
    'package.json': '{}',
    'tsconfig.json': '{ // with a comment\n}',
    'evals/qa.json': '{"cases": [{"id": "a", "outcome": "G", "input": "Q"}]}',
  };
  const SUITES = [
    'suites/basic (001_a.yaml, 002_b.yaml, 003_c.json)',
    'suites/credit_risk (001.yaml)',
    'suites/credit_risk/other.yaml',
    'suites/support/eu (001.yaml)',
  ];

  test('of one folder are one suite; other files stay suites of their own', async () => {
    const folder = await projectFolder(PROJECT);
    expect(await discover(['suites'], folder)).toEqual({ files: SUITES, notes: [] });
    expect(await discover(['suites/basic'], folder)).toEqual({ files: [SUITES[0]], notes: [] });
  });

  test('configs and baselines beside them are passed over with a note, JSON of something else without one', async () => {
    expect(await discover(['.'], await projectFolder(PROJECT))).toEqual({
      files: SUITES,
      notes: [
        'baselines/basic/judge.json:1:1 info skipped-file: skipped: it is a baseline',
        'configs/gpt.json:1:1 info skipped-file: skipped: it defines targets',
        'configs/judge.yaml:1:1 info skipped-file: skipped: it defines targets',
      ],
    });
  });

  test.each<[string, string[], string[]]>([
    ['a glob', ['suites/basic/00[12]*.yaml'], ['suites/basic (001_a.yaml, 002_b.yaml)']],
    ['a glob with one match', ['suites/basic/001*'], ['suites/basic (001_a.yaml)']],
    ['a glob over folders', ['suites/*/001*.yaml'], ['suites/basic (001_a.yaml)', 'suites/credit_risk (001.yaml)']],
    ['several files, as a shell hands over a glob', ['suites/basic/002_b.yaml', 'suites/basic/001_a.yaml'], ['suites/basic (001_a.yaml, 002_b.yaml)']],
    ['a file and its folder', ['suites/basic/001_a.yaml', 'suites/basic'], [SUITES[0] ?? '']],
    ['one file', ['suites/basic/001_a.yaml'], ['suites/basic/001_a.yaml']],
    ['one file of each folder', ['suites/basic/001_a.yaml', 'suites/credit_risk/001.yaml'], ['suites/basic/001_a.yaml', 'suites/credit_risk/001.yaml']],
    ['one file beside another dialect', ['suites/credit_risk/001.yaml', 'suites/credit_risk/other.yaml'], ['suites/credit_risk/001.yaml', 'suites/credit_risk/other.yaml']],
  ])('%s: a suite holds the files that were matched', async (_, patterns, suites) => {
    expect((await discover(patterns, await projectFolder(PROJECT))).files).toEqual(suites);
  });

  test('outside of a folder of suites, files that are named themselves are suites of their own', async () => {
    const folder = await projectFolder({ 'cases/a.yaml': testCase('a'), 'cases/b.yaml': testCase('b') });
    expect((await discover(['cases/a.yaml', 'cases/b.yaml'], folder)).files).toEqual(['cases/a.yaml', 'cases/b.yaml']);
    expect((await discover(['cases/*.yaml'], folder)).files).toEqual(['cases (a.yaml, b.yaml)']);
  });

  test('JSON that was meant as a test case and is broken is left to the loader, which says what is wrong', async () => {
    const folder = await projectFolder({ 'suites/a/1.yaml': testCase('a'), 'suites/a/2.json': '{"id": "a", "task": }', 'suites/a/tsconfig.json': '{ // x\n}' });
    expect((await discover(['suites'], folder)).files).toEqual(['suites/a (1.yaml)', 'suites/a/2.json']);
  });

  test('a folder without any eval file is a usage error, whatever JSON is in it', async () => {
    const folder = await projectFolder({ 'x/package.json': '{}' });
    await expect(discoverSuites(['x'], { cwd: folder })).rejects.toThrow('no eval files in x');
  });
});

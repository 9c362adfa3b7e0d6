import { join, relative } from 'node:path';
import type { Diagnostic, LocatedCase, Suite } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { testCase, testCaseValue, withRules } from '../../test/test-case-files.js';
import { checkSuite } from '../check-suite.js';
import type { SuitePath } from '../folder/suite-path.js';
import { loadSuite } from '../load-suite.js';
import { checkLoader } from '../../test/loader-checks.js';
import { testCaseLoader } from './test-case-loader.js';

type Files = Readonly<Record<string, string>>;

async function casesOf(suite: Suite): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

async function load(files: Files, path: string | ((folder: string) => SuitePath)) {
  const folder = await projectFolder(files);
  const notes: Diagnostic[] = [];
  const suite = await loadSuite(typeof path === 'string' ? path : path(folder), {
    workingDirectory: folder,
    definitions: withRules,
    report: (finding) => notes.push(finding),
  });
  const cases = await casesOf(suite);
  const places = cases.map(({ evalCase, location }) => `${evalCase.id} at ${location.file}:${location.line}:${location.column}`);
  return { suite, cases, places, notes: notes.map(shown), folder };
}

async function problems(files: Files, path: string): Promise<string[]> {
  const folder = await projectFolder(files);
  return (await findingsOf(loadSuite(path, { workingDirectory: folder, definitions: withRules, report: () => {} }))).map(shown);
}

describe('a file of test cases', () => {
  test('outside of a folder of suites is a suite of its name', async () => {
    const { suite } = await load({ 'evals/mood.yaml': testCase('mood_1') }, 'evals/mood.yaml');
    expect(suite).toMatchObject({ name: 'mood', path: 'evals/mood.yaml' });
  });

  test('below suites/ is a part of the suite of its folder', async () => {
    const { suite, cases, places, notes } = await load({ 'suites/basic/mood.yaml': testCase('mood_1') }, 'suites/basic/mood.yaml');
    expect(suite).toMatchObject({ name: 'basic', path: 'suites/basic', dialect: 'test-case', execution: { target: 'default' }, targets: [], size: 1 });
    expect(places).toEqual(['mood_1 at suites/basic/mood.yaml:1:1']);
    expect(cases[0]?.evalCase).toEqual({
      id: 'mood_1',
      expectedOutcome: 'Name the mood.',
      inputMessages: [{ role: 'user', content: 'Name the mood.\n\nWhat a day!' }],
      expectedMessages: [{ role: 'assistant', content: 'HAPPY' }],
      evaluators: [{ name: 'label', type: 'exact_match', weight: 1, options: { description: 'Is it right?' } }],
      execution: { target: 'default' },
      weight: 1,
      tags: ['domain:moods'],
      plainInput: 'What a day!',
    });
    expect(notes).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['list.yaml', `- ${testCase('a').replaceAll('\n', '\n  ').trimEnd()}\n- ${testCase('b').replaceAll('\n', '\n  ').trimEnd()}\n`, ['a at list.yaml:1:3', 'b at list.yaml:12:3']],
    ['stream.yml', `${testCase('a')}---\n${testCase('b')}---\n# nothing more\n`, ['a at stream.yml:1:1', 'b at stream.yml:13:1']],
    ['one.json', JSON.stringify(testCaseValue('a')), ['a at one.json:1:1']],
    ['list.json', JSON.stringify([testCaseValue('a'), testCaseValue('b')], null, 1), ['a at list.json:2:2', 'b at list.json:20:2']],
  ])('%s holds one or several', async (file, text, places) => {
    const { suite, ...loaded } = await load({ [file]: text }, file);
    expect(loaded.places).toEqual(places);
    expect(suite.name).toBe(file.replace(/\.\w+$/u, ''));
  });

  test('YAML and JSON give equal cases', async () => {
    const yaml = await load({ 'a.yaml': testCase('x') }, 'a.yaml');
    const json = await load({ 'a.json': JSON.stringify(testCaseValue('x')) }, 'a.json');
    expect(json.cases.map(({ evalCase }) => evalCase)).toEqual(yaml.cases.map(({ evalCase }) => evalCase));
  });

  test('its cases can be read again', async () => {
    const { suite } = await load({ 'a.yaml': testCase('x') }, 'a.yaml');
    expect(await casesOf(suite)).toEqual(await casesOf(suite));
  });

  test('JSONL is refused with what to do', async () => {
    expect(await problems({ 'a.jsonl': `${JSON.stringify(testCaseValue('a'))}\n` }, 'a.jsonl')).toEqual([
      'a.jsonl:1:1 error unsupported-format: test cases are written in YAML or JSON, not in JSONL -> put the cases into a list in a .json file',
    ]);
  });

  test('all that is wrong is said, in the order of the file', async () => {
    const text = `${testCase('a').replace('exact_match', 'exact_mach').replace('id: a', 'id: [a]')}---\n${testCase('b').replace('Is it right?', 'checked')}---\n${testCase('b')}`;
    expect(await problems({ 'a.yaml': text }, 'a.yaml')).toEqual([
      'a.yaml:1:5 error invalid-field: id must be a string or a number, not a list -> write a short name, unique within the file',
      'a.yaml:9:11 error unknown-rule: criterion "label": unknown rule "exact_mach"; rules: exact_match -> did you mean exact_match?',
      'a.yaml:19:18 error invalid-option: criterion "label": found by its check',
      'a.yaml:25:5 error duplicate-id: two cases have the id "b" -> give each case of the suite its own id',
    ]);
  });

  test('a case that lacks something is left out with a warning', async () => {
    const { places, notes } = await load({ 'a.yaml': `${testCase('a').replace('expected: HAPPY\n', '')}---\n${testCase('b')}` }, 'a.yaml');
    expect(places).toEqual(['b at a.yaml:12:1']);
    expect(notes).toEqual(['a.yaml:1:1 warning missing-field: missing expected -> add expected: the right output']);
  });
});

const FOLDER = {
  'suites/basic/002_b.yaml': testCase('b'),
  'suites/basic/001_a.yaml': testCase('a'),
  'suites/basic/003_c.json': JSON.stringify([testCaseValue('c1'), testCaseValue('c2')]),
  'suites/basic/deeper/x.yaml': testCase('x'),
  'suites/basic/README.md': '# x',
};

describe('a folder of test cases', () => {
  test('is one suite: named after the folder, its cases in the order of file names, with places in their own files', async () => {
    const { suite, places, folder, notes } = await load(FOLDER, 'suites/basic');
    expect(suite).toMatchObject({ name: 'basic', dialect: 'test-case', file: join(folder, 'suites/basic'), size: 4 });
    expect(suite.sources?.map((file) => relative(folder, file))).toEqual(['suites/basic/001_a.yaml', 'suites/basic/002_b.yaml', 'suites/basic/003_c.json']);
    expect(places).toEqual([
      'a at suites/basic/001_a.yaml:1:1',
      'b at suites/basic/002_b.yaml:1:1',
      'c1 at suites/basic/003_c.json:1:2',
      expect.stringMatching(/^c2 at suites\/basic\/003_c\.json:1:/u),
    ]);
    expect(notes).toEqual([]);
  });

  test('may hold fewer files than the folder has, and is the same suite', async () => {
    const { suite, places } = await load(FOLDER, (folder) => ({ path: join(folder, 'suites/basic'), files: [join(folder, 'suites/basic/002_b.yaml')] }));
    expect(suite).toMatchObject({ name: 'basic', size: 1 });
    expect(places).toEqual(['b at suites/basic/002_b.yaml:1:1']);
  });

  test('configs, baselines and other JSON in it are passed over', async () => {
    const { places, notes } = await load(
      {
        'basic/1.yaml': testCase('a'),
        'basic/config.yaml': 'name: a\nprovider: openai\nmodel: gpt-4\n',
        'basic/base.json': '{"suite":"s","target":"t","cases":{}}',
        'basic/package.json': '{}',
        'basic/evals.yaml': 'cases: [{ id: a, outcome: G, input: Q }]\n',
        'basic/what.yaml': 'a: 1\n',
      },
      'basic',
    );
    expect(places).toEqual(['a at basic/1.yaml:1:1']);
    expect(notes).toEqual([
      'basic/base.json:1:1 info skipped-file: skipped: it is a baseline',
      'basic/config.yaml:1:1 info skipped-file: skipped: it defines targets',
      'basic/evals.yaml:1:1 info skipped-file: skipped: it is no test case, and so no part of the suite of its folder -> name the file itself to run it',
      'basic/what.yaml:1:1 warning skipped-file: skipped: it is not recognised as an eval file -> name the file itself to see why',
    ]);
  });

  test('the findings of all its files are said', async () => {
    const files = {
      'basic/1.yaml': testCase('a').replace('weight: 1', 'weight: -1'),
      'basic/2.yaml': 'id: [\n',
      'basic/3.json': '{"id": "a", "task": }',
      'basic/4.yaml': testCase('b').replace('task:', 'tsak:'),
    };
    const found = await problems(files, 'basic');
    expect(found.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual(['basic/1.yaml:8', 'basic/4.yaml:1', 'basic/4.yaml:2', 'basic/2.yaml:2', 'basic/3.json:1']);
  });

  test('an id that stands in two files is an error with both places', async () => {
    const folder = await projectFolder({ 'basic/1.yaml': testCase('same'), 'basic/2.yaml': `# second\n${testCase('same')}` });
    const [finding] = await findingsOf(loadSuite('basic', { workingDirectory: folder, definitions: withRules }));
    expect(finding).toMatchObject({
      code: 'duplicate-id',
      message: 'two cases have the id "same"',
      location: { file: 'basic/2.yaml', line: 2, column: 5 },
      related: { message: 'the first one is here', location: { file: 'basic/1.yaml', line: 1, column: 5 } },
    });
  });

  test.each<[string, Files, string]>([
    ['empty', {}, 'name a file or a folder that does'],
    ['with only folders', { 'basic/eu/1.yaml': testCase('a') }, 'name a file or a folder that does'],
    ['of another dialect', { 'basic/x.yaml': 'cases: []\n' }, 'name the files in it, such as basic/x.yaml; only test cases make a folder a suite'],
  ])('%s is no suite', async (_, files, hint) => {
    expect(await problems({ 'basic/note.txt': '', ...files }, 'basic')).toEqual([`basic:1:1 error not-a-file: this folder is no suite: it holds no test cases -> ${hint}`]);
  });

  test('is checked to its end', async () => {
    const folder = await projectFolder({ ...FOLDER, 'suites/basic/004.yaml': testCase('d').replace('input:', 'inptu:') });
    const found: string[] = [];
    const counts = await checkSuite('suites/basic', { workingDirectory: folder, definitions: withRules, report: (finding) => found.push(finding.code) });
    expect(counts).toEqual({ cases: 4, skipped: 1, errors: 0, warnings: 2 });
    expect(found).toEqual(['missing-field', 'unknown-key']);
  });
});

checkLoader(testCaseLoader, {
  samples: [
    { extension: '.yaml', text: ['a', 'b'].map((id) => `id: ${id}\ntask: T\ninput: ${id}\nexpected: E\nrubric: { ok: { weight: 1, rule: exact_match } }\n`).join('---\n') },
  ],
  broken: { extension: '.yaml', text: 'id: a\ntask: T\ninput: 7\nexpected: E\nrubric: { ok: { weight: 1, rule: exact_match } }\n' },
});

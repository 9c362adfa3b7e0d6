import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCases, anyJson } from '../../test/any-case.js';
import { anyPrompts } from '../../test/any-prompt.js';
import { definitions } from '../../test/definitions.js';
import { projectFolder } from '../../test/project-folder.js';
import { convert, loadStrictly, suiteOf } from '../../test/round-trip.js';
import { testCase, withRules } from '../../test/test-case-files.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { yamlText } from './yaml-text.js';

const ALL = process.env['ASSAY_SAMPLES'] === 'all';
const RUNS = { numRuns: ALL ? 300 : 20 };

test('every JSON value reads back from YAML as it was written', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const document = { value, list: [value, [value]] };
      expect(parseYaml(yamlText(document), 'x').documents[0]?.value).toEqual(document);
    }),
    { numRuns: ALL ? 500 : 150 },
  );
});

test('texts of blanks, line breaks and marks of YAML read back as they were written, wherever they stand', () => {
  const marks = ['', ' ', '\n', '\t', '\r', 'a', ':', '#', '-', '\u2028'];
  const texts = marks.flatMap((one) => marks.flatMap((two) => marks.flatMap((three) => [`${one}${two}${three}`, ` ${one}${two}\n${three}`])));
  // Each eleventh: the ten marks come one after the other at each place.
  const tried = [...new Set(texts)].filter((_, index) => ALL || index % 11 === 0);
  for (const text of tried) {
    for (const document of [{ first: text, last: 1 }, { list: [text, 'b'], last: [[text]] }, [{ only: text }], { [text]: 1 }]) {
      expect(parseYaml(yamlText(document), 'x').documents[0]?.value, JSON.stringify(text)).toEqual(document);
    }
  }
});

describe('eval cases', () => {
  test('any cases are written as YAML and as JSONL without a loss, and read back equal', async () => {
    const folder = await projectFolder({});
    let number = 0;
    await fc.assert(
      fc.asyncProperty(anyCases, async (cases) => {
        number += 1;
        const made = suiteOf(cases, folder);
        const yaml = await convert(made, 'eval-cases', `a${number}.yaml`, folder, definitions);
        expect(yaml.losses).toEqual([]);
        expect(yaml.cases).toEqual(cases);
        const jsonl = await convert(yaml.suite, 'jsonl', `b${number}.jsonl`, folder, definitions);
        expect(jsonl.losses).toEqual([]);
        expect(jsonl.cases).toEqual(cases);
        const back = await convert(jsonl.suite, 'eval-cases', `c${number}.yaml`, folder, definitions);
        expect(back.cases).toEqual(cases);
      }),
      RUNS,
    );
  });
});

describe('blueprints', () => {
  test('any prompts are written without a loss and read back equal', async () => {
    const folder = await projectFolder({});
    let number = 0;
    await fc.assert(
      fc.asyncProperty(anyPrompts, async (cases) => {
        number += 1;
        const name = `p${number}`;
        const metadata = { title: name };
        const made = suiteOf(cases, folder, { name, dialect: 'blueprint', metadata, execution: {}, file: `${folder}/${name}.yaml` });
        const { losses, cases: back, suite } = await convert(made, 'blueprint', `${name}.yaml`, folder);
        expect(losses).toEqual([]);
        expect(back).toEqual(cases);
        expect(suite).toMatchObject({ name, metadata, execution: {}, description: '' });
      }),
      RUNS,
    );
  });
});

describe('test cases', () => {
  const FILES = {
    'suites/moods/1.yaml': testCase('a'),
    'suites/moods/2.yaml': testCase('b', 'context: |\n  Be brief.\n\n  Really.\n').replace('expected: HAPPY', 'expected: { mood: HAPPY }'),
  };

  test('a folder is written as a folder, as one file, as eval cases and back, and stays equal', async () => {
    const folder = await projectFolder(FILES);
    const source = await loadStrictly('suites/moods', folder, withRules);
    const cases = await convert(source, 'test-cases', 'suites/copy', folder, withRules);
    expect(cases.losses).toEqual([]);
    expect(cases.files.map(({ path }) => path.slice(folder.length))).toEqual(['/suites/copy/001_a.yaml', '/suites/copy/002_b.yaml']);
    const stream = await convert(source, 'test-cases', 'one.yaml', folder, withRules);
    const evalCases = await convert(source, 'eval-cases', 'evals.yaml', folder, withRules);
    expect(evalCases.losses).toEqual([]);
    const back = await convert(evalCases.suite, 'test-cases', 'suites/back', folder, withRules);
    expect(back.losses).toEqual([]);
    for (const other of [stream, evalCases, back]) expect(other.cases).toEqual(cases.cases);
  });
});

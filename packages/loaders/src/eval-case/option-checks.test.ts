import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Definitions, EvaluatorDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions as sample } from '../../test/definitions.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { checkSuite } from '../check-suite.js';
import { streamEvalCases } from '../load-eval-cases.js';
import { loadSuite } from '../load-suite.js';

interface Checked {
  readonly definitions: Definitions;
  /** What the check was asked, in order. */
  readonly asked: string[];
}

/** An llm_judge that wants its `prompt` to be the name of a file beside the suite. */
function definitions(): Checked {
  const asked: string[] = [];
  const withCheck = (definition: EvaluatorDefinition): EvaluatorDefinition => ({
    ...definition,
    async check({ options, directory, projectRoot }) {
      const { prompt } = options as { readonly prompt?: string };
      asked.push(`${prompt ?? '-'} in ${directory} of ${projectRoot}`);
      if (prompt === undefined) return [];
      try {
        await readFile(join(directory, prompt));
        return [];
      } catch {
        return [{ path: ['prompt'], message: `there is no ${prompt}`, hint: 'write it' }];
      }
    },
  });
  const evaluators = sample.evaluators.map((definition) => (definition.name === 'llm_judge' ? withCheck(definition) : definition));
  return { definitions: { ...sample, evaluators }, asked };
}

const judge = (prompt: string): string => `{ type: llm_judge, prompt: ${prompt} }`;
const line = (id: string, prompt?: string): string =>
  `${JSON.stringify({ id, expected_outcome: 'G', input: 'Q', ...(prompt === undefined ? {} : { evaluators: [{ name: 'n', type: 'llm_judge', prompt }] }) })}\n`;

describe('what an evaluator finds wrong with its options', () => {
  test('is an error of the file, wherever the evaluator stands, with the places of all', async () => {
    const folder = await projectFolder({
      'suite.yaml': `evaluators:\n  - ${judge('a.md')}\ncases:\n  - { id: one, outcome: G, input: Q }\n  - id: two\n    outcome: G\n    input: Q\n    execution: { evaluators: [${judge('there.md')}, ${judge('b.md')}] }\n  - id: three\n    outcome: G\n    input: Q\n    evaluators:\n      - type: composite\n        evaluators:\n          - type: composite\n            evaluators: [${judge('c.md')}]\n`,
      'there.md': '',
    });
    const findings = await findingsOf(loadSuite('suite.yaml', { workingDirectory: folder, ...definitions() }));
    expect(findings.map(shown)).toEqual([
      'suite.yaml:2:32 error invalid-option: evaluator "llm_judge": there is no a.md -> write it',
      'suite.yaml:8:97 error invalid-option: evaluator "llm_judge": there is no b.md -> write it',
      'suite.yaml:16:53 error invalid-option: evaluator "llm_judge": there is no c.md -> write it',
    ]);
  });

  test('is asked once for the evaluators of a suite, whatever the number of cases', async () => {
    const cases = Array.from({ length: 500 }, (_, index) => `  - { id: c${index}, outcome: G, input: Q${index % 2 ? '' : `, evaluators: [${judge('there.md')}]`} }\n`);
    const folder = await projectFolder({ '.git/x': '', 'evals/suite.yaml': `evaluators: [${judge('there.md')}]\ncases:\n${cases.join('')}`, 'evals/there.md': '' });
    const { definitions: installed, asked } = definitions();
    const suite = await loadSuite('evals/suite.yaml', { workingDirectory: folder, definitions: installed });
    expect(suite.size).toBe(500);
    expect(asked).toEqual([`there.md in ${folder}/evals of ${folder}`]);
  });

  test('in a sidecar is an error at the place in the sidecar, before the first line is read', async () => {
    const folder = await projectFolder({ 'suite.jsonl': line('one'), 'suite.yaml': `evaluator: ${judge('a.md')}\n` });
    const findings = await findingsOf(loadSuite('suite.jsonl', { workingDirectory: folder, ...definitions() }));
    expect(findings.map(shown)).toEqual(['suite.yaml:1:39 error invalid-option: evaluator "llm_judge": there is no a.md -> write it']);
  });

  test('in a line of JSONL stops there, as other errors do; the cases before it are given', async () => {
    const folder = await projectFolder({ 'suite.jsonl': `${line('one', 'there.md')}${line('two')}${line('three', 'a.md')}${line('four')}`, 'there.md': '' });
    const ids: string[] = [];
    const findings = await findingsOf(
      (async () => {
        for await (const { id } of streamEvalCases('suite.jsonl', { workingDirectory: folder, ...definitions() })) ids.push(id);
      })(),
    );
    expect(ids).toEqual(['one', 'two']);
    expect(findings.map(shown)).toEqual(['suite.jsonl:3:104 error invalid-option: Line 3: evaluator "n": there is no a.md -> write it']);
  });

  test('equal options are looked at once where cases are had by their lines, one after the other or at once', async () => {
    const folder = await projectFolder({ 'suite.jsonl': `${line('1', 'p.md')}${line('2', 'p.md')}${line('3', 'q.md')}${line('4', 'p.md')}`, 'p.md': '' });
    const checked = definitions();
    const suite = await loadSuite(join(folder, 'suite.jsonl'), { workingDirectory: folder, definitions: checked.definitions });
    expect((await suite.caseAt?.(2, '2'))?.evalCase.evaluators).toMatchObject([{ options: { prompt: 'p.md' } }]);
    expect((await suite.caseAt?.(1, '1'))?.location.line).toBe(1);
    expect(checked.asked).toHaveLength(1);
    const [first, wrong, last] = await Promise.allSettled([1, 3, 4].map((number) => suite.caseAt?.(number, String(number))));
    expect(first).toMatchObject({ value: { evalCase: { id: '1' }, location: { line: 1 } } });
    expect(wrong).toMatchObject({ reason: { message: expect.stringContaining('there is no q.md') } });
    expect(last).toMatchObject({ value: { evalCase: { id: '4' }, location: { line: 4 } } });
    // One that was in use is not waited for.
    const before = checked.asked.length;
    expect(await suite.caseAt?.(2, '2')).toMatchObject({ evalCase: { id: '2' } });
    expect(checked.asked).toHaveLength(before);
  });

  test('is told for every line by a check of the whole file, with what else is wrong in them', async () => {
    const repeated = line('one', 'there.md').replace('"input"', '"weight":-1,"input"');
    const folder = await projectFolder({ 'suite.jsonl': `${line('one', 'there.md')}${line('two', 'a.md')}${line('one', 'b.md')}${repeated.replace('there.md', 'c.md')}${line('one', 'there.md')}`, 'there.md': '' });
    const found: string[] = [];
    const { cases } = await checkSuite('suite.jsonl', { workingDirectory: folder, ...definitions(), report: (finding) => found.push(shown(finding)) });
    expect(cases).toBe(1);
    expect(found.map((text) => text.replace(/^\S+ /u, '').replace(/ -> .*/u, ''))).toEqual([
      'error invalid-option: Line 2: evaluator "n": there is no a.md',
      'error invalid-option: Line 3: evaluator "n": there is no b.md',
      expect.stringMatching(/^error invalid-field: Line 4: weight/u),
      'error invalid-option: Line 4: evaluator "n": there is no c.md',
      'error duplicate-id: Line 5: two cases have the id "one"',
    ]);
  });

  test('holds the order of the cases and of those who ask ahead', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => line(`c${index}`, index % 3 === 0 ? 'there.md' : undefined));
    const folder = await projectFolder({ 'suite.jsonl': lines.join(''), 'there.md': '' });
    const cases = streamEvalCases('suite.jsonl', { workingDirectory: folder, ...definitions() })[Symbol.asyncIterator]();
    const first = await cases.next();
    const more = await Promise.all(Array.from({ length: 49 }, () => cases.next()));
    const ids = [first, ...more].map((step) => (step.done === true ? 'done' : step.value.id));
    expect(ids).toEqual(lines.map((_, index) => `c${index}`));
    await cases.return?.();
  });
});

describe('the folder that files named by evaluators must stay in', () => {
  test.each([
    ['the project of the suite', { 'project/.assay/config.yaml': '', 'project/evals/suite.yaml': '' }, 'project/evals/suite.yaml', '.', 'project'],
    ['without a project the working directory', { 'evals/suite.yaml': '' }, 'suite.yaml', 'evals', 'evals'],
    ['without a project, from above', { 'evals/suite.yaml': '' }, 'evals/suite.yaml', '.', '.'],
    ['without a project, from elsewhere, the folder of the suite', { 'evals/suite.yaml': '', 'other/x': '' }, '../evals/suite.yaml', 'other', 'evals'],
  ])('%s', async (_, files, suite, from, root) => {
    const folder = await projectFolder(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, path.endsWith('suite.yaml') ? `evaluators: [${judge('suite.yaml')}]\ncases: [{ id: a, outcome: G, input: Q }]\n` : text])));
    const { definitions: installed, asked } = definitions();
    await loadSuite(suite, { workingDirectory: join(folder, from), definitions: installed });
    expect(asked[0]?.split(' of ')[1]).toBe(join(folder, root).replace(/\/$/u, ''));
  });
});

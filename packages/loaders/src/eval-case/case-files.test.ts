import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { loadEvalCases } from '../load-eval-cases.js';
import { loadSuite } from '../load-suite.js';
import { MOST_CASE_BYTES } from './case-files.js';

const named = (id: string): string => `- { id: ${id}, criteria: Goal, input: Query }\n`;

async function found(tests: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await projectFolder({ 'package.json': '{}', 'suite.yaml': `tests: ${tests}\n`, ...files });
  const findings = await findingsOf(loadEvalCases(join(folder, 'suite.yaml'), { definitions, workingDirectory: folder }));
  return findings.map(shown);
}

test('cases come from files, globs, lines and folders, in their order', async () => {
  const folder = await projectFolder({
    'suite.yaml': `tests:\n  - parts/b.yaml\n  - { id: own, criteria: Goal, input: Query }\n  - parts/a*.yaml\n  - file://lines.jsonl\n  - folders/\n`,
    'parts/b.yaml': named('b'),
    'parts/a1.yaml': named('a1'),
    'parts/a2.yaml': '{ id: a2, criteria: Goal, input: Query }\n',
    'lines.jsonl': '{"id": "line", "criteria": "Goal", "input": "Query"}\n',
    'folders/two/case.yaml': 'criteria: Goal\ninput: Query\n',
    'folders/one/case.yml': 'id: first\ncriteria: Goal\ninput: Query\n',
    'folders/none/notes.md': 'x',
  });
  const cases = await loadEvalCases(join(folder, 'suite.yaml'), { definitions });
  expect(cases.map(({ id }) => id)).toEqual(['b', 'own', 'a1', 'a2', 'line', 'first', 'two']);
});

test.each([
  ['files of cases that name each other', '[a.yaml]', { 'a.yaml': '- a.yaml\n' }, 'a.yaml:1:3 error file-reference: a file of cases cannot name other files of cases -> name them all in the suite'],
  ['two files with one id', '[a.yaml, b.yaml]', { 'a.yaml': named('x'), 'b.yaml': named('x') }, 'b.yaml:1:3 error duplicate-id: two cases have the id "x" -> give each case its own id'],
  ['a file outside of the project', '[../../../etc/hosts.yaml]', {}, /^suite\.yaml:1:9 error file-reference: the file of cases "\.\.\/\.\.\/\.\.\/etc\/hosts\.yaml" was not found/u],
  ['a glob without files', 'none/*.yaml', {}, 'suite.yaml:1:8 error file-reference: no file of cases matches "none/*.yaml" -> write the path of a YAML, JSON or JSONL file with cases, relative to the folder of this file'],
  ['a suite', '[a.yaml]', { 'a.yaml': `tests:\n${named('x')}` }, 'a.yaml:1:1 error unsupported: this file is a suite of its own, and no list of cases -> name it on the command line besides, or leave only the list of its cases in it'],
  ['a table', 'a.csv', { 'a.csv': 'question\nx\n' }, 'suite.yaml:1:8 error unsupported: a table is no file of cases for a list: a.csv -> name the table on the command line, with this file beside it as a.yaml'],
  ['a program', 'a.mjs:make', { 'a.mjs': '' }, /error invalid-field: tests must be a list of cases/u],
  ['a broken file', '[a.yaml]', { 'a.yaml': '- { id: x\n' }, /^a\.yaml:\d+:\d+ error invalid-yaml: /u],
  ['a broken line', '[a.jsonl]', { 'a.jsonl': '{"id": 5,}\n' }, /^a\.jsonl:1:\d+ error /u],
])('%s says so with its place', async (_, tests, files, message) => {
  const [first] = await found(tests, files);
  if (typeof message === 'string') expect(first).toBe(message);
  else expect(first).toMatch(message);
});

test('a file of lines that stands alone is streamed: a case is there before the next is read, and one is found by its line', async () => {
  const line = (id: string): string => `{"id": "${id}", "criteria": "Goal", "input": "Query"}\n`;
  for (const tests of ['cases/lines.jsonl', '[file://cases/lines.jsonl]']) {
    const folder = await projectFolder({ 'package.json': '{}', 'suite.yaml': `tests: ${tests}\nevaluators: [{ type: llm_judge }]\n`, 'cases/lines.jsonl': `${line('a')}${line('b')}{"id": }\n` });
    const suite = await loadSuite(join(folder, 'suite.yaml'), { definitions, workingDirectory: folder });
    expect([suite.name, suite.size, suite.sources?.map((file) => file.slice(folder.length + 1))]).toEqual(['suite', undefined, ['suite.yaml', 'cases/lines.jsonl']]);
    const seen: unknown[] = [];
    const all = async (): Promise<void> => {
      for await (const { evalCase, location } of suite.cases()) seen.push([evalCase.id, location.file, location.line, evalCase.evaluators[0]?.type]);
    };
    await expect(all()).rejects.toThrow('Line 3: Invalid JSON');
    expect(seen).toEqual([
      ['a', 'cases/lines.jsonl', 1, 'llm_judge'],
      ['b', 'cases/lines.jsonl', 2, 'llm_judge'],
    ]);
    expect((await suite.caseAt?.(2))?.evalCase.id).toBe('b');
  }
});

describe('files that are too large to be held', () => {
  test.each([
    ['lines', 'big.jsonl', 'let it stand alone in place of the list: its cases are then streamed'],
    ['a document', 'big.yaml', 'write the cases as JSONL, and name that alone in place of the list: its cases are then streamed'],
  ])('%s are refused before they are read', async (_, name, hint) => {
    const folder = await projectFolder({ 'package.json': '{}', 'suite.yaml': `tests:\n  - ${name}\n  - { id: own, criteria: x, input: y }\n`, [name]: '' });
    await truncate(join(folder, name), 2 ** 30);
    const findings = await findingsOf(loadEvalCases(join(folder, 'suite.yaml'), { definitions, workingDirectory: folder }));
    expect(findings.map(shown)).toEqual([`suite.yaml:2:5 error file-too-large: the files of cases that a suite names may have 64 MB together; with ${name} they have 1024 MB -> ${hint}`]);
  });

  test('several are, where the limit is reached, and once', async () => {
    const names = ['a.jsonl', 'b.jsonl', 'c.jsonl'];
    const folder = await projectFolder({ 'package.json': '{}', 'suite.yaml': `tests:\n  - { id: own, criteria: Goal, input: Query }\n  - a.jsonl\n  - "[bc].jsonl"\n`, ...Object.fromEntries(names.map((name) => [name, `{"id": "${name}", "criteria": "Goal", "input": "Query"}\n`])) });
    expect(await loadEvalCases(join(folder, 'suite.yaml'), { definitions })).toHaveLength(4);
    for (const name of ['b.jsonl', 'c.jsonl']) await truncate(join(folder, name), MOST_CASE_BYTES - 10);
    const findings = await findingsOf(loadEvalCases(join(folder, 'suite.yaml'), { definitions, workingDirectory: folder }));
    expect(findings.map(shown)).toEqual([expect.stringMatching(/^suite\.yaml:4:5 error file-too-large: .* with b\.jsonl they have 65 MB/u)]);
  });
});

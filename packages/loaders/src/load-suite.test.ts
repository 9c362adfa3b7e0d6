import { join } from 'node:path';
import { UsageError } from '@assay/schema';
import { externalFolder } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { findingsOf, projectFolder } from '../test/project-folder.js';
import { checkSuite } from './check-suite.js';
import { discoverSuites } from './discover-suites.js';
import { loadEvalCases } from './load-eval-cases.js';
import { loadSuite } from './load-suite.js';

describe('formats', () => {
  test.each(['suite.json', 'suite.txt', 'suite'])('loadEvalCases rejects %s and lists the supported formats (Reject unsupported file extensions)', async (name) => {
    const error = await loadEvalCases(name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain('supported formats: .yaml, .yml, .jsonl');
  });

  test.each(['a.yaml', 'a.YML'])('%s is read as YAML (Detect YAML file by extension)', async (name) => {
    const folder = await projectFolder({ [name]: 'cases: [{ id: a, outcome: G, input: Q }]' });
    expect(await loadEvalCases(join(folder, name))).toHaveLength(1);
  });

  test('a .jsonl file is read line by line (Detect JSONL file by extension)', async () => {
    const folder = await projectFolder({ 'a.jsonl': '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":"Q"}' });
    expect(await loadEvalCases(join(folder, 'a.jsonl'))).toHaveLength(2);
  });

  test.each([
    ['a.yaml', 'name: a\nprovider: openai\n', 'a file of targets, not a suite', 'name a file of cases; targets are chosen with --target'],
    ['a.jsonl', '{"run_id":"r","trial_key":"k"}', 'the result of a run, not a suite', 'name a file of cases; results of two runs are compared with assay compare'],
    ['a.jsonl', '{"id":"a","text":"Yes."}', 'a recording of replies, not a suite', expect.stringMatching(/assay score SUITE --outputs FILE.*provider: replay/u)],
    ['a.jsonl', '{"match":["Q"],"text":"Yes."}', 'a recording of replies, not a suite', expect.stringMatching(/assay score SUITE --outputs FILE.*provider: replay/u)],
  ])('%s with %j is named for what it is', async (name, text, what, hint) => {
    const folder = await projectFolder({ [name]: text });
    const [finding] = await findingsOf(loadSuite(join(folder, name), { workingDirectory: folder }));
    expect(finding).toMatchObject({ code: 'unsupported-dialect', message: `this looks like ${what}`, hint, location: { file: name, line: 1 } });
  });
});

const { folder: examples, absent, note } = externalFolder('ASSAY_CORPUS', 'agentv-examples');

describe.skipIf(absent)(`suites written by others${note}`, () => {
  test('all of them load, but for files that they refer to and do not have', async () => {
    const found: string[] = [];
    for (const file of await discoverSuites([examples])) {
      const { cases } = await checkSuite(file, { report: ({ code }) => found.push(code) });
      expect(cases).toBeGreaterThan(0);
    }
    expect(new Set(found)).toEqual(new Set(['file-reference']));
  });
});

import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { suiteFolder } from './suite-folder.js';

const file = resolve('evals/a.jsonl');
const folder = resolve('suites/basic');

test.each([
  [{ file }, dirname(file)],
  [{ file, sources: [file, resolve('evals/a.yaml')] }, dirname(file)],
  [{ file: folder, sources: [resolve(folder, '1.yaml')] }, folder],
])('%j starts from %s', (suite, expected) => {
  expect(suiteFolder(suite)).toBe(expected);
});

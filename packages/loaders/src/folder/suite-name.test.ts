import { expect, test } from 'vitest';
import { folderSuiteName, isInSuites } from './suite-name.js';

test.each([
  ['/p/suites/basic', 'basic'],
  ['/p/suites/credit_risk/eu', 'credit_risk__eu'],
  ['/p/suites/old/suites/basic', 'basic'],
  ['/p/evals/basic', 'basic'],
  ['/p/suites', 'suites'],
  ['/p', 'p'],
  ['/suites/p/basic', 'basic'],
  ['/suites/p', 'p'],
  ['/suites/of/p', 'p'],
])('%s in its project p is the suite %s', (folder, name) => {
  expect(folderSuiteName(folder, folder.startsWith('/p') ? '/p' : /^.*\/p/u.exec(folder)?.[0])).toBe(name);
});

test.each([
  ['/p/suites', true],
  ['/p/suites/basic', true],
  ['/p/evals', false],
  ['/suites/p', false],
])('%s in its project is a folder of suites: %s', (folder, expected) => {
  expect(isInSuites(folder, folder.startsWith('/p') ? '/p' : '/suites/p')).toBe(expected);
});

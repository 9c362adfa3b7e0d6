import { expect, test } from 'vitest';
import { folderSuiteName } from './suite-name.js';

test.each([
  ['/p/suites/basic', 'basic'],
  ['/p/suites/credit_risk/eu', 'credit_risk__eu'],
  ['/p/suites/old/suites/basic', 'basic'],
  ['/p/evals/basic', 'basic'],
  ['/p/suites', 'suites'],
  ['/p', 'p'],
  ['/suites/p/basic', 'basic'],
])('%s in the project /p is the suite %s', (folder, name) => {
  expect(folderSuiteName(folder, folder.startsWith('/p') ? '/p' : '/suites/p')).toBe(name);
});

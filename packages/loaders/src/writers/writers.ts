import { blueprintWriter } from './blueprint.js';
import { evalCasesWriter } from './eval-cases.js';
import { jsonlWriter } from './jsonl.js';
import type { SuiteWriter } from './suite-writer.js';
import { testCasesWriter } from './test-cases.js';

/** Every format that suites can be written in: one line each. */
export const suiteWriters: readonly SuiteWriter[] = [
  evalCasesWriter,
  jsonlWriter,
  blueprintWriter,
  testCasesWriter,
];

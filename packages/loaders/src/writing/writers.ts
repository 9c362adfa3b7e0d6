import { blueprintWriter } from '../blueprint/write/blueprint-writer.js';
import { evalCasesWriter } from '../eval-case/write/eval-cases-writer.js';
import { jsonlWriter } from '../eval-case/write/jsonl-writer.js';
import type { SuiteWriter } from './suite-writer.js';
import { testCasesWriter } from '../test-case/write/test-cases-writer.js';

/** Every format that suites can be written in: one line each. */
export const suiteWriters: readonly SuiteWriter[] = [
  evalCasesWriter,
  jsonlWriter,
  blueprintWriter,
  testCasesWriter,
];

import type { Loader } from '@assay/schema';
import { blueprintLoader } from './blueprint/blueprint-loader.js';
import { evalCaseLoader } from './eval-case/eval-case-loader.js';
import { tableLoader } from './table/table-loader.js';
import { testCaseLoader } from './test-case/test-case-loader.js';

/** Every dialect that can be loaded: one line each. */
export const loaders: readonly Loader[] = [
  evalCaseLoader,
  blueprintLoader,
  testCaseLoader,
  tableLoader,
];

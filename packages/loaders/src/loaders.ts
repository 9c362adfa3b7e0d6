import { blueprintLoader } from './blueprint/blueprint-loader.js';
import type { DialectLoader } from './dialect/dialect-loader.js';
import { evalCaseLoader } from './eval-case/eval-case-loader.js';
import { testCaseLoader } from './test-case/test-case-loader.js';

/** Every dialect that can be loaded: one line each. */
export const loaders: readonly DialectLoader[] = [
  evalCaseLoader,
  blueprintLoader,
  testCaseLoader,
];

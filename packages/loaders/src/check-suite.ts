import { InvalidFileError, type Diagnostic, type LoadOptions } from '@assay/schema';
import type { SuitePath } from './folder/suite-path.js';
import { openSuite } from './load-suite.js';

/** What a check of a suite counted. */
export interface SuiteCheck {
  /** Cases that can run. */
  readonly cases: number;
  /** Cases left out because they lack a required field. */
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
}

/**
 * Checks a suite from beginning to end: unlike loading it does not stop at the first bad line of
 * a JSONL file. Every finding goes to `options.report`; nothing is kept in memory.
 * @throws UsageError for a path that cannot be a suite.
 */
export async function checkSuite(path: string | SuitePath, options: LoadOptions = {}): Promise<SuiteCheck> {
  const counts = { cases: 0, skipped: 0, errors: 0, warnings: 0 };
  const report = (diagnostic: Diagnostic): void => {
    if (diagnostic.severity === 'error') counts.errors += 1;
    if (diagnostic.severity === 'warning') counts.warnings += 1;
    if (diagnostic.code === 'missing-field') counts.skipped += 1;
    options.report?.(diagnostic);
  };
  try {
    const suite = await openSuite(path, { ...options, report }, 'report');
    for await (const located of suite.cases()) counts.cases += located ? 1 : 0;
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    error.diagnostics.forEach(report);
  }
  return counts;
}

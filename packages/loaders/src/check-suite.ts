import { InvalidFileError, type Diagnostic, type LoadOptions, type LocatedCase, type Suite } from '@assay/schema';
import type { SuitePath } from './folder/suite-path.js';
import { loadSuite } from './load-suite.js';
import { checkAsWritten } from './targets/check-as-written.js';

/** What a check of a suite counted. */
export interface SuiteCheck {
  /** Cases that can run. */
  readonly cases: number;
  /** Cases left out because they lack a required field. */
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Looks at more than a loader can. */
export interface SuiteLooks {
  /** Called with the suite, before its cases are read. */
  readonly onSuite?: ((suite: Suite) => Promise<void>) | undefined;
  /** Called with every case that can run. */
  readonly onCase?: ((suite: Suite, located: LocatedCase) => Promise<void>) | undefined;
}

/**
 * Checks a suite from beginning to end: unlike loading it does not stop at the first bad line of
 * a JSONL file. Every finding goes to `options.report`; nothing is kept in memory.
 * The targets that it defines are checked as if each were selected.
 * @throws UsageError for a path that cannot be a suite.
 */
export async function checkSuite(
  path: string | SuitePath,
  options: LoadOptions = {},
  { onSuite, onCase }: SuiteLooks = {},
): Promise<SuiteCheck> {
  const counts = { cases: 0, skipped: 0, errors: 0, warnings: 0 };
  const report = (diagnostic: Diagnostic): void => {
    if (diagnostic.severity === 'error') counts.errors += 1;
    if (diagnostic.severity === 'warning') counts.warnings += 1;
    if (diagnostic.code === 'missing-field') counts.skipped += 1;
    options.report?.(diagnostic);
  };
  try {
    const suite = await loadSuite(path, { ...options, report, onInvalid: 'report' });
    const { definitions } = options;
    if (definitions) for (const target of suite.targets) checkAsWritten(target, { definitions }).forEach(report);
    await onSuite?.(suite);
    for await (const located of suite.cases()) {
      counts.cases += 1;
      await onCase?.(suite, located);
    }
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    error.diagnostics.forEach(report);
  }
  return counts;
}

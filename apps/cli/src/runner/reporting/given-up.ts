import type { BreakNotice } from '@assay/engine';
import type { Diagnostic } from '@assay/schema';

/** That a target is not asked any more, in one line. */
export function givenUpText({ target, failures, error }: BreakNotice): string {
  return `target "${target}" was given up after ${failures} failed requests in a row, the last one with: ${error.message}`;
}

/** The same as what a reporter shows at the moment when it happens. */
export function givenUpDiagnostic(notice: BreakNotice): Diagnostic {
  return {
    severity: 'warning',
    code: 'target-given-up',
    message: givenUpText(notice),
    hint: notice.error.hint ?? 'what is missing can be run later with --filter-failed latest',
  };
}

import type { BreakNotice } from '@assay/engine';
import type { Diagnostic } from '@assay/schema';

/** That a target is not asked any more, in one line. */
export function givenUpText({ target, failures, error }: BreakNotice): string {
  return `target "${target}" was given up after ${failures} failed requests in a row, the last one with: ${error.message}`;
}

/** A warning that a target was given up, in the words in which reporters tell it when it happens. */
export function givenUpDiagnostic(notice: BreakNotice): Diagnostic {
  return {
    severity: 'warning',
    code: 'target-given-up',
    message: givenUpText(notice),
    hint: notice.error.hint ?? 'what is missing can be run later with --filter-failed latest',
  };
}

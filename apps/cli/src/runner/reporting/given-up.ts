import type { BreakNotice } from '@assay/engine';
import type { Diagnostic } from '@assay/schema';

/** That a target is not asked any more, in one line. */
export function givenUpText({ target, failures, error }: BreakNotice): string {
  return `target "${target}" was given up after ${failures} failed requests in a row, the last one with: ${error.message}`;
}

const LATER: Pick<Diagnostic, 'hint' | 'namedOptions'> = { hint: 'what is missing can be run later', namedOptions: [{ name: 'filterFailed', value: 'latest' }] };

/**
 * A warning that a target was given up, in the words in which reporters tell it when it happens.
 * @param later what is to be done where the failure itself says nothing.
 */
export function givenUpDiagnostic(notice: BreakNotice, later = LATER): Diagnostic {
  return {
    severity: 'warning',
    code: 'target-given-up',
    message: givenUpText(notice),
    ...(notice.error.hint === undefined ? later : { hint: notice.error.hint }),
  };
}

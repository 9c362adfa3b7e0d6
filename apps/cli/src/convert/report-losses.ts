import type { WrittenSuite } from '@assay/loaders';
import { formatDiagnostic, withoutRepetition, type Diagnostic, type Loss } from '@assay/schema';
import { errorColors } from '../terminal/output-style.js';

function paint(text: string): string {
  return text.replace(/\bwarning:/u, (word) => errorColors.yellow(word)).replace(/\berror:/u, (word) => errorColors.red(word));
}

function lossText({ caseId, field, reason }: Loss): string {
  if (field === 'case') return `case "${caseId ?? ''}" is left out: ${reason}`;
  return `${caseId === undefined ? '' : `case "${caseId}": `}not carried over: ${field}: ${reason}`;
}

/** Everything that is not carried over, with its place; what many cases have in common a few times, and counted. */
export function lossLines({ losses, comments }: WrittenSuite, file: string, strict: boolean): readonly string[] {
  const start = { file, line: 1, column: 1 };
  const lost = losses.map((loss): Diagnostic => ({
    severity: strict ? 'error' : 'warning',
    code: 'not-carried-over',
    message: lossText(loss),
    location: loss.location ?? start,
  }));
  return [
    ...withoutRepetition(lost).map((loss) => paint(formatDiagnostic(loss))),
    ...comments.map(({ count, location }) =>
      formatDiagnostic({ severity: 'info', code: 'comments', message: `${count} comment${count === 1 ? ' is' : 's are'} not carried over; the first one is here`, location }),
    ),
  ];
}

/** A loss as JSON, for scripts. */
export function encodeLoss({ caseId, field, reason, location }: Loss): object {
  return { case_id: caseId ?? null, field, reason, ...location };
}

import type { Loss, WrittenSuite } from '@assay/loaders';
import { formatDiagnostic } from '@assay/schema';
import { errorColors } from '../output-style.js';

function paint(text: string): string {
  return text.replace(/\bwarning:/u, (word) => errorColors.yellow(word)).replace(/\berror:/u, (word) => errorColors.red(word));
}

function lossText({ caseId, field, reason }: Loss): string {
  if (field === 'case') return `case "${caseId ?? ''}" is left out: ${reason}`;
  return `${caseId === undefined ? '' : `case "${caseId}": `}not carried over: ${field}: ${reason}`;
}

/** Everything that is not carried over, a line each, with its place. */
export function lossLines({ losses, comments }: WrittenSuite, file: string, strict: boolean): readonly string[] {
  const start = { file, line: 1, column: 1 };
  return [
    ...losses.map((loss) =>
      paint(formatDiagnostic({ severity: strict ? 'error' : 'warning', code: 'not-carried-over', message: lossText(loss), location: loss.location ?? start })),
    ),
    ...comments.map(({ count, location }) =>
      formatDiagnostic({ severity: 'info', code: 'comments', message: `${count} comment${count === 1 ? ' is' : 's are'} not carried over; the first one is here`, location }),
    ),
  ];
}

/** A loss as JSON, for scripts. */
export function encodeLoss({ caseId, field, reason, location }: Loss): object {
  return { case_id: caseId ?? null, field, reason, ...location };
}

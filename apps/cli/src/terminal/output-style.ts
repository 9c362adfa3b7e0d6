import pc from 'picocolors';

/** True if what goes to this stream may have colours: a terminal that shows them, and nobody minds. */
export function usesColor(stream: { readonly isTTY?: boolean | undefined } = process.stdout): boolean {
  return !process.env['NO_COLOR'] && stream.isTTY === true && process.env['TERM'] !== 'dumb';
}

/** Colours for stdout. Not those that the library would choose by itself: it colours logs of CI jobs too. */
export const colors = pc.createColors(usesColor());

/** Colours for stderr. */
export const errorColors = pc.createColors(usesColor(process.stderr));

type Stream = 'stdout' | 'stderr';

/**
 * Columns that a line may have: those of the stream's terminal, or what `COLUMNS` says. Infinity for
 * files and pipes, whose lines stay whole so that they can be searched.
 */
export function outputColumns(stream: Stream = 'stdout'): number {
  const { columns, isTTY } = process[stream];
  return columns || Number(process.env['COLUMNS']) || (isTTY ? 80 : Number.POSITIVE_INFINITY);
}

import pc from 'picocolors';

/** True if what goes to this stream may have colours: a terminal that shows them, and nobody minds. */
export function usesColor(stream: { readonly isTTY?: boolean | undefined } = process.stdout): boolean {
  return !process.env['NO_COLOR'] && stream.isTTY === true && process.env['TERM'] !== 'dumb';
}

/** Colours for stdout. Not those that the library would choose by itself: it colours logs of CI jobs too. */
export const colors = pc.createColors(usesColor());

/** Colours for stderr. */
export const errorColors = pc.createColors(usesColor(process.stderr));

/** Columns that a line of output may have. */
export function outputColumns(): number {
  return process.stdout.columns || process.stderr.columns || Number(process.env['COLUMNS']) || 80;
}

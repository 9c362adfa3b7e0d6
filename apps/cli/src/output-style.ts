/** True if what goes to stdout may have colours. */
export function usesColor(): boolean {
  return !process.env['NO_COLOR'] && process.stdout.isTTY && process.env['TERM'] !== 'dumb';
}

/** Columns that a line of output may have. */
export function outputColumns(): number {
  return process.stdout.columns || process.stderr.columns || Number(process.env['COLUMNS']) || 80;
}

/** What became of a row: its verdict; `open` when that hangs on what could not be scored, `unscored` when there is no score at all. */
export const STATES = ['fail', 'borderline', 'pass', 'open', 'unscored'] as const;
export type RowState = (typeof STATES)[number];

import { BORDERLINE, FAIL, PASS, type RunIndex } from './run-index.js';

/** What became of a row: its verdict; `open` when that hangs on what could not be scored, `unscored` when there is no score at all. */
export const STATES = ['fail', 'borderline', 'pass', 'open', 'unscored'] as const;
export type RowState = (typeof STATES)[number];

/** Numbers of {@link STATES}. */
export function stateOf(index: RunIndex, position: number): number {
  const verdict = index.verdict[position] ?? FAIL;
  if (verdict === FAIL || verdict === BORDERLINE || verdict === PASS) return verdict;
  return Number.isNaN(index.score[position]) ? 4 : 3;
}

export function stateWord(index: RunIndex, position: number): RowState {
  return STATES[stateOf(index, position)] ?? 'unscored';
}

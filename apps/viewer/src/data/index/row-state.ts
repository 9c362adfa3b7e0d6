import { STATES, type RowState } from '../route/row-states.js';
import { BORDERLINE, FAIL, PASS, type RunIndex } from './run-index.js';

/** Numbers of {@link STATES}. */
export function stateOf(index: RunIndex, position: number): number {
  const verdict = index.verdict[position] ?? FAIL;
  if (verdict === FAIL || verdict === BORDERLINE || verdict === PASS) return verdict;
  return Number.isNaN(index.score[position]) ? 4 : 3;
}

export function stateWord(index: RunIndex, position: number): RowState {
  return STATES[stateOf(index, position)] ?? 'unscored';
}

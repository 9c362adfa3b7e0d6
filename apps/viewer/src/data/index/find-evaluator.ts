import type { RunIndex } from './run-index.js';

/** The score that an evaluator gave a row: NaN when it is unscored, undefined when the row has no such evaluator. */
export function scoreBy(index: RunIndex, position: number, evaluator: number): number | undefined {
  const end = index.scoresFrom[position + 1] ?? 0;
  for (let at = index.scoresFrom[position] ?? 0; at < end; at += 1) {
    if (index.scoreOf[at] === evaluator) return index.scoreIs[at];
  }
  return undefined;
}

import { isDeepStrictEqual } from 'node:util';
import type { EvaluatorResult, ResultRow } from '@assay/schema';

function scored({ name, type, weight, score, verdict, bounds }: EvaluatorResult): object {
  return { name, type, weight, score, verdict, bounds };
}

/** What a trial came to. When it ran, what it took and in which words it was judged is no part of that. */
function result({ scoringKey, score, scoreBounds, verdict, verdictBounds, output, evaluators }: ResultRow): object {
  const { text, messages, toolCalls } = output ?? {};
  return { scoringKey, score, scoreBounds, verdict, verdictBounds, text, messages, toolCalls, evaluators: evaluators.map(scored) };
}

/** True for two rows of a trial that say the same of it: the same reply, with the same scores. */
export function isSameResult(a: ResultRow, b: ResultRow): boolean {
  return isDeepStrictEqual(result(a), result(b));
}

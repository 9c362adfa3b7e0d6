import { isDeepStrictEqual } from 'node:util';
import type { EvaluatorResult, ResultRow } from '@assay/schema';

function scored({ name, type, weight, score, verdict, bounds }: EvaluatorResult): object {
  return { name, type, weight, score, verdict, bounds };
}

/** What is scored, and by what. */
function reply({ scoringKey, output }: ResultRow): object {
  const { text, messages, toolCalls } = output ?? {};
  return { scoringKey, text, messages, toolCalls };
}

/** What a trial came to. When it ran, what it took and in which words it was judged is no part of that. */
function result(row: ResultRow): object {
  const { score, scoreBounds, verdict, verdictBounds, evaluators } = row;
  return { ...reply(row), score, scoreBounds, verdict, verdictBounds, evaluators: evaluators.map(scored) };
}

/** True for two rows of a trial that say the same of it: the same reply, with the same scores. */
export function isSameResult(a: ResultRow, b: ResultRow): boolean {
  return isDeepStrictEqual(result(a), result(b));
}

/** True for two rows of a trial that score the same reply in the same way. */
export function isSameReply(a: ResultRow, b: ResultRow): boolean {
  return isDeepStrictEqual(reply(a), reply(b));
}

/** Of two rows of the same reply the one that lost nothing of its scoring, where the other did; undefined where that does not tell them apart. */
export function wholeOf(a: ResultRow, b: ResultRow): ResultRow | undefined {
  const [one, other] = [a.status === 'ok', b.status === 'ok'];
  if (one === other || !isSameReply(a, b)) return undefined;
  return one ? a : b;
}

import { isDeepStrictEqual } from 'node:util';
import type { Baseline, BaselineCase, BaselineTarget } from '@assay/schema';
import type { CaseResult, GroupResults } from './run-results.js';

export interface MakeBaselineOptions {
  readonly results: GroupResults;
  readonly target: BaselineTarget;
  /** Version of Assay that made the results. */
  readonly assayVersion?: string | undefined;
  /** Day (UTC) of the run: `2026-01-31`. */
  readonly date?: string | undefined;
  /** What was saved before. */
  readonly previous?: Baseline | undefined;
  /** Keeps the cases of `previous` that the run does not have: for runs of a part of the suite. */
  readonly keepOthers: boolean;
}

/** The entry of a case in a baseline. Without a score it is there too. */
export function baselineCaseOf({ result, weight, trials, unscored, scores, conversationId }: CaseResult): BaselineCase {
  return {
    score: result?.score ?? null,
    verdict: result?.verdict ?? null,
    ...(weight === 1 ? {} : { weight }),
    ...(trials === 1 ? {} : { trials }),
    ...(trials === 1 || unscored === 0 ? {} : { unscored }),
    ...(trials === 1 ? {} : { scores }),
    ...(conversationId === undefined ? {} : { conversation: conversationId }),
  };
}

/**
 * The results of one suite on one target as a baseline. Date and version change only when the
 * results (or the target's provider or model, or the place of the suite) do: saving the same results twice changes nothing.
 */
export function makeBaseline({ results, target, assayVersion, date, previous, keepOthers }: MakeBaselineOptions): Baseline {
  const cases = new Map(keepOthers ? previous?.cases : undefined);
  for (const [key, result] of results.cases) cases.set(key, baselineCaseOf(result));
  const { suite, suitePath } = results;
  // A file of an earlier version says less: it is written anew.
  const isSame = previous?.version === undefined && previous?.suite === suite && (previous.suitePath === undefined || previous.suitePath === suitePath);
  if (previous && isSame && isDeepStrictEqual(previous.cases, cases) && isDeepStrictEqual(previous.target, target)) return previous;
  return {
    suite,
    suitePath,
    target,
    ...(assayVersion === undefined ? {} : { assayVersion }),
    ...(date === undefined ? {} : { date }),
    cases,
  };
}

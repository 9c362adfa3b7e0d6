import type { RecheckedCase, RecheckReason, ResultRow, VerdictThresholds } from '@assay/schema';
import { textHash } from '../statistics/figures/text-hash.js';
import { createHashCounts, type HashCounts } from '../statistics/repeats/hash-counts.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';

/** A case on a target, in one variant. */
export type RecheckPlace = Pick<RecheckedCase, 'suite' | 'suitePath' | 'target' | 'variant' | 'caseId'>;

/**
 * How near to a limit of verdicts a mean score is near: one of five votes that goes a step of the five-point scale further moves a mean
 * by so much, so that another vote, or a word in the reply, could have given the other verdict.
 */
const NEAR = 0.05;
const EPSILON = 1e-9;

/** Counts of a case as one number: scored · STEP + passed. */
const STEP = 2 ** 20;

interface Group {
  readonly passes: HashCounts;
  readonly failures: HashCounts;
  readonly scores: HashCounts;
}

/** How the planned repeats of cases came out, to tell which of them are worth asking again. */
export interface RecheckTally {
  /** Of each trial one row. */
  add(row: ResultRow): void;
  /** Why a case is to be asked again, by the rows so far; undefined for one that is not, as for one without a score. */
  reasonOf(place: RecheckPlace): RecheckReason | undefined;
  /** Repeats of a case with the verdict `pass`, and those that were scored. */
  countsOf(place: RecheckPlace): Pick<RecheckedCase, 'passed' | 'scored'>;
}

/** The place of a row. */
export function placeOfRow({ suite, suitePath, target, variant, caseId }: ResultRow): RecheckPlace {
  return { suite, suitePath, target, variant: variant.label, caseId };
}

/** Keeps three numbers of each case. @param thresholds those of verdicts. */
export function createRecheckTally(thresholds: VerdictThresholds = VERDICT_THRESHOLDS): RecheckTally {
  const groups = new Map<string, Group>();
  const limits = [thresholds.pass, thresholds.borderline];
  const keyOf = ({ suite, suitePath, target, variant }: RecheckPlace): string => JSON.stringify([suitePath, suite, target, variant]);
  const countsOf = (place: RecheckPlace): Pick<RecheckedCase, 'passed' | 'scored'> => {
    const count = groups.get(keyOf(place))?.passes.get(textHash(place.caseId)) ?? 0;
    return { passed: count % STEP, scored: Math.floor(count / STEP) };
  };
  return {
    add(row) {
      if (row.score === null) return;
      const key = keyOf(placeOfRow(row));
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { passes: createHashCounts(), failures: createHashCounts(), scores: createHashCounts() }));
      const hash = textHash(row.caseId);
      group.passes.add(hash, STEP + (row.verdict === 'pass' ? 1 : 0));
      if (row.verdict === 'fail') group.failures.add(hash, 1);
      group.scores.add(hash, row.score);
    },
    reasonOf(place) {
      const { passed, scored } = countsOf(place);
      const group = groups.get(keyOf(place));
      if (!group || scored === 0) return undefined;
      const hash = textHash(place.caseId);
      const failed = group.failures.get(hash);
      if ([passed, failed].some((count) => count > 0 && count < scored)) return 'flips';
      const mean = group.scores.get(hash) / scored;
      return limits.some((limit) => Math.abs(mean - limit) <= NEAR + EPSILON) ? 'near_limit' : undefined;
    },
    countsOf,
  };
}

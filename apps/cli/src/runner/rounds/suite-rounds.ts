import type { SuiteMean } from '@assay/reports';
import type { RoundsStop, SuiteIdentity } from '@assay/schema';
import { lookAt, stopRule, type LookBound, type RepeatSequence, type StopReason } from '@assay/statistics';
import type { RoundsPlan } from '../plan/check-rounds.js';

/** A suite on a target, in one variant where each is decided by itself. */
export interface RoundsPlace extends SuiteIdentity {
  readonly target: string;
  /** Label of the variant; empty where all are decided together. */
  readonly variant: string;
}

/** How it stands with the repeats of a suite. */
export interface SuiteRounds extends RoundsPlace {
  /** Repeats that all of its cases get. */
  readonly repeats: number;
  /** Null for one that goes on. */
  readonly stopped: RoundsStop | null;
  /** The look whose level holds; that of `repeats` but where replies never differ. */
  readonly look: number;
}

export const placeKey = ({ suite, suitePath, target, variant }: RoundsPlace): string => JSON.stringify([suite, suitePath, target, variant]);

function boundOf({ waitsFor }: RoundsPlan): LookBound {
  return waitsFor.by === 'comparison' ? { value: -waitsFor.margin, low: -1, high: 1 } : { value: waitsFor.threshold, low: 0, high: 1 };
}

const STOPS: Readonly<Record<RoundsPlan['waitsFor']['by'], Readonly<Record<StopReason, RoundsStop>>>> = {
  comparison: { below: 'worse', above: 'not_worse', unlikely: 'unlikely', most: 'most' },
  threshold: { below: 'missed', above: 'reached', unlikely: 'unlikely', most: 'most' },
};

/**
 * What becomes of the suites of a run after a look at all of them: each gets a repeat more, or none any more. It hangs on what the run
 * was asked for and on the rows of the repeats that suites have, in their order, and on nothing else: a run that is gone on with comes to
 * the same.
 * @param suites as they were at this look, those included that were stopped before
 * @param means of these repeats; a suite without one has nothing that could be held against anything
 * @param begun repeats of which rows are there: they are gone through, also where an earlier look would say otherwise now, since a row was asked for again
 */
export function nextRounds(plan: RoundsPlan, sequence: RepeatSequence, suites: readonly SuiteRounds[], means: readonly SuiteMean[], begun: (place: RoundsPlace) => number): readonly SuiteRounds[] {
  const byPlace = new Map(means.map((found) => [placeKey(found), found.mean]));
  const [bound, lastLevel] = [boundOf(plan), sequence.level(plan.most)];
  const looked = suites.map((suite) => {
    const mean = byPlace.get(placeKey(suite));
    return { suite, look: mean && lookAt(mean, bound, { repeats: suite.repeats, most: plan.most, lastLevel }) };
  });
  const decisions = stopRule(looked.flatMap(({ look }) => look ?? []), plan, sequence);
  let next = 0;
  return looked.map(({ suite, look }): SuiteRounds => {
    const decision = look === undefined ? undefined : decisions[next++];
    if (suite.stopped !== null) return suite;
    const stopped = decision === undefined ? 'nothing' : decision.stopped && STOPS[plan.waitsFor.by][decision.stopped];
    if (suite.repeats < plan.most && (stopped === undefined || begun(suite) > suite.repeats)) return { ...suite, repeats: suite.repeats + 1, look: suite.repeats + 1 };
    return { ...suite, stopped: stopped ?? 'most', look: decision?.look ?? suite.repeats };
  });
}

import type { SuiteMean } from '@assay/reports';
import type { RoundsLook, RoundsStop, SuiteIdentity } from '@assay/schema';
import { lookAt, stopRule, type LookBound, type RepeatLook, type RepeatPoint, type RepeatSequence, type StopReason } from '@assay/statistics';
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
  /** Where the look stands whose level holds for these repeats. Before the first one it is taken to see noise alone, which may spend the least. */
  readonly point: RepeatPoint;
  /** What was seen, the first look first. */
  readonly looks: readonly RoundsLook[];
}

/** A suite that gets so many repeats. */
export function suiteWith(place: RoundsPlace, repeats: number): SuiteRounds {
  return { ...place, repeats, stopped: null, point: { repeats, noiseShare: 1 }, looks: [] };
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
 * @param means of these repeats; a suite without one has nothing that could be compared with anything
 * @param begun repeats of which rows are there: they are gone through, also where an earlier look would say otherwise now, since a row was asked for again
 * @param held whether a suite that is open cannot go on: its last repeat is not all there, so that it stays as it is. It counts among all as one of which nothing is shown
 */
export function nextRounds(plan: RoundsPlan, sequence: RepeatSequence, suites: readonly SuiteRounds[], means: readonly SuiteMean[], begun: (place: RoundsPlace) => number, held: (place: RoundsPlace) => boolean): readonly SuiteRounds[] {
  const byPlace = new Map(means.map((found) => [placeKey(found), found.mean]));
  const bound = boundOf(plan);
  const looked = suites.map((suite) => {
    if (suite.stopped === null && held(suite)) return { suite, isHeld: true, look: nothingShown(suite) };
    const mean = byPlace.get(placeKey(suite));
    return { suite, isHeld: false, look: mean && lookAt(mean, bound, { repeats: suite.repeats, most: plan.most, alpha: plan.alpha }) };
  });
  const reasons = stopRule(looked.flatMap(({ look }) => look ?? []), plan, sequence);
  let next = 0;
  return looked.map(({ suite, isHeld, look }): SuiteRounds => {
    const reason = look && reasons[next++];
    if (suite.stopped !== null || isHeld) return suite;
    const stopped = look === undefined ? 'nothing' : reason && STOPS[plan.waitsFor.by][reason];
    const { noiseShare = 1 } = look ?? {};
    const looks = look === undefined ? suite.looks : [...suite.looks, shownLook(look, sequence)];
    const goesOn = suite.repeats < plan.most && (stopped === undefined || begun(suite) > suite.repeats);
    const repeats = suite.repeats + (goesOn ? 1 : 0);
    return { ...suite, looks, repeats, point: { repeats, noiseShare }, stopped: goesOn ? null : (stopped ?? 'most') };
  });
}

/** What is known of a suite that cannot go on, beside the others: nothing, so that no other one is decided the sooner for it. */
const nothingShown = ({ point }: SuiteRounds): RepeatLook => ({ ...point, below: 1, above: 1, later: 1 });

function shownLook(look: RepeatLook, sequence: RepeatSequence): RoundsLook {
  const { repeats, below, above, later } = look;
  return { repeats, below, above, level: sequence.level(look), later };
}

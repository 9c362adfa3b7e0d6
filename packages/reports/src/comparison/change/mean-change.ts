import type { ChangeTerms, ChangeVerdict, MeanChange, SuiteIdentity } from '@assay/schema';
import { gaffkeLowerBound, gaffkeRatio, gaffkeTest, holm, permutationTests, studentInterval, weightedMean, type GaffkeRatioOptions } from '@assay/statistics';
import { clusterUnits, meanOf, type ChangeUnit, type UnitClusters } from './change-unit.js';
import { detectableBeyond, sizeForMargin, type MarginChange } from './size-for-margin.js';
import { detectableDifference, detectableFall, fallsToShow, isFallToNothingShown, sizeForDecision, spreadOf, spreadOfPermutations, type Spread } from './size-for-decision.js';

/** The level of intervals that are shown. */
const CHANGE_LEVEL = 0.95;

/** The last look at a suite to which repeats were added until it was decided. */
export interface SuiteLook {
  /** The part of alpha that the look decides at by itself, in (0, alpha]. */
  readonly level: number;
  /** A chance of that look as one that knows of the looks before it: at most alpha where it is at most the level. */
  chance(p: number): number;
}

/** The looks at the suites of a run; undefined for one that was not looked at before its end. */
export type LooksOf = (place: SuiteIdentity & { readonly target: string }) => SuiteLook | undefined;

export interface MeanChangeOptions extends ChangeTerms {
  /** How many are decided together with it, itself among them: what it takes to find one hangs on that (Holm). Default: it stands alone. */
  readonly together?: number | undefined;
  /** What the heaviest cluster weighs, had it all of its figures: no sample of the others tells how heavy one can be. Default: as the heaviest of the units. */
  readonly heaviest?: number | undefined;
  /** Default: it was looked at once. */
  readonly look?: SuiteLook | undefined;
  /** The same comparison has the same seed, so that it comes out the same each time: see {@link seedOf}. */
  readonly seed: number;
  /** By how much each score may be off, as it was written down with few decimals: what this alone sets apart is a tie of the permutations. Default: 0. */
  readonly rounding?: number | undefined;
  /** A score lies in [0, 1], and less of it is worse. Of an amount (a cost, a time) more is worse, and it has no limit. */
  readonly figure?: 'score' | 'amount' | undefined;
}

/**
 * A seed from what names a comparison: the same for the same names, whether a run is compared with another one or with the baseline that was made
 * of it, and whichever of them comes first. Nothing else of the runs has a part in it, so the same replies have the same chances.
 */
export function seedOf(...names: readonly string[]): number {
  let hash = 0x811c_9dc5;
  for (const character of JSON.stringify(names)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  return hash >>> 0;
}

interface Ends {
  readonly low: number;
  readonly high: number;
  readonly bound: number;
}

/** Differences of scores, of which a cluster may weigh so much. */
type Range = Required<Pick<GaffkeRatioOptions, 'low' | 'high' | 'largestWeight'>>;

function endsOfScores(sums: Float64Array, weights: Float64Array, range: Range, alpha: number): Ends {
  const { low, high } = gaffkeRatio(sums, weights, { ...range, level: CHANGE_LEVEL });
  return { low, high, bound: gaffkeLowerBound(sums, weights, { ...range, level: 1 - alpha }) };
}

/** Amounts have no range that an interval could go by: Student's over clusters, of which there are at least two. */
function endsOfAmounts({ clusters, deviation }: Spread, difference: number, alpha: number): Ends {
  const error = deviation / Math.sqrt(clusters);
  const { low, high } = studentInterval(difference, error, clusters - 1, CHANGE_LEVEL);
  return { low, high, bound: studentInterval(difference, error, clusters - 1, 1 - 2 * alpha).high };
}

/** Means of as many replies on both sides change places as wholes. */
function asExchanged(unit: ChangeUnit): ChangeUnit {
  return unit.repliesBefore === undefined ? unit : { ...unit, after: [meanOf(unit.after)] };
}

/** What decides nothing is not drawn as often, where there are more than some 5,000 cases: see `work` of `permutationTests`. */
const WORK_OF_AMOUNTS = 5e6;

/** A mean of replies cannot change places with a mean of more or fewer: it varies less. */
const isApart = (units: readonly ChangeUnit[]): boolean => units.some(({ repliesBefore, after }) => repliesBefore !== undefined && repliesBefore !== after.length);

/** The chances of a change as large in each direction where nothing differs. */
function chancesOf(units: readonly ChangeUnit[], { sums, weights }: UnitClusters, range: Range, { seed, figure, rounding = 0 }: Pick<MeanChangeOptions, 'seed' | 'figure' | 'rounding'>): { less: number; greater: number } {
  return isApart(units) ? gaffkeTest(sums, weights, 0, range) : permutationTests(units.map(asExchanged), figure === 'amount' ? { seed, work: WORK_OF_AMOUNTS } : { seed, rounding });
}

/** Weighted means of both sides. Roundings take no score above 1. */
function meansOf(units: readonly ChangeUnit[], isScore: boolean): { before: number; after: number; difference: number } {
  const weights = units.map(({ weight }) => weight);
  const of = (side: (unit: ChangeUnit) => readonly number[]): number => {
    const mean = weightedMean(units.map((unit) => meanOf(side(unit))), weights);
    return isScore ? Math.min(1, mean) : mean;
  };
  const [before, after] = [of((unit) => unit.before), of((unit) => unit.after)];
  return { before, after, difference: after - before };
}

/** False where amounts are so large that their sums or squares are infinite. */
function canBeSquared(units: readonly ChangeUnit[], { deviation }: Spread): boolean {
  return Number.isFinite(deviation) && units.every(({ before, after }) => Number.isFinite(meanOf(before)) && Number.isFinite(meanOf(after)));
}

const count = (units: readonly ChangeUnit[], of: (unit: ChangeUnit) => number): number => units.reduce((sum, unit) => sum + of(unit), 0);

const isVerdict = (score: number): boolean => score === 0 || score === 1;

/** Whether the replies of both sides are known, and not means of them alone. */
const isKnown = (units: readonly ChangeUnit[]): boolean => units.every(({ repliesBefore }) => repliesBefore === undefined);

/** The drop that a permutation test would mostly find, by laws that know of no end of the scores; null where they find none. */
function lawfulDrop(units: readonly ChangeUnit[], weights: Float64Array, spread: Spread, alpha: number): number | null {
  if (fallsToShow(units.map(asExchanged), alpha) === undefined) return null;
  const drop = detectableDifference(spread, alpha);
  const isOfVerdicts = (): boolean => units.every(({ before, after }) => before.every(isVerdict) && after.every(isVerdict));
  if (!isKnown(units) || (drop !== null && !isOfVerdicts())) return drop;
  const fall = detectableFall(units, weights, spread, alpha);
  return fall === null || drop === null ? (fall ?? drop) : Math.max(fall, drop);
}

/**
 * The drop of a mean of `before` that a permutation test would mostly find; null where none would be. There is no more to lose than everything, and of that fall
 * the permutations themselves know whether they show it: where they do not, as where most cases are at 0 already, they show none that is less, whatever a law says.
 */
function detectableDrop(before: number, units: readonly ChangeUnit[], weights: Float64Array, spread: Spread, alpha: number): number | null {
  if (isKnown(units) && !isFallToNothingShown(units, alpha)) return null;
  const drop = lawfulDrop(units, weights, spread, alpha);
  if (drop !== null && drop <= before) return drop;
  // Means alone say nothing of what less than a law's drop shows.
  return isKnown(units) ? before : null;
}

/** What Gaffke's test would mostly find; null for more than there is to lose. */
const upTo = (most: number, drop: number | null): number | null => (drop !== null && drop <= most ? drop : null);

/**
 * How a mean changed from one run to another, with what chance alone may do to it. The chances are those of a permutation test (replies
 * change sides within their unit), the interval and what has to do with a margin is Gaffke's over the differences of clusters.
 *
 * It stands for itself until {@link decideChanges} has seen what it is compared together with.
 * @returns undefined without units; of amounts also with a single cluster, which shows no variation, and where they are too large to be squared
 */
export function meanChange(units: readonly ChangeUnit[], { alpha: given, margin, seed, figure = 'score', heaviest = 0, look, together = 1, rounding }: MeanChangeOptions): MeanChange | undefined {
  if (units.length === 0) return undefined;
  const alpha = look?.level ?? given;
  // That one of several is worse is found at this level for certain, wherever its chance stands among theirs.
  const level = alpha / together;
  const { sums, weights } = clusterUnits(units);
  const spread = spreadOf(units, sums, weights);
  if (figure === 'amount' && (spread.clusters < 2 || !canBeSquared(units, spread))) return undefined;
  const means = meansOf(units, figure === 'score');
  const range: Range = { low: -1, high: 1, largestWeight: weights.reduce((most, weight) => Math.max(most, weight), heaviest) };
  const { less, greater } = chancesOf(units, { sums, weights }, range, { seed, figure, rounding });
  const isScore = figure === 'score';
  const beyond = isScore && margin !== undefined && margin > 0;
  const p = beyond ? gaffkeTest(sums, weights, -margin, range).less : isScore ? less : greater;
  // What could be seen, and what would decide, is of the test that decides.
  const isByBound = isScore && (beyond || isApart(units));
  const pWorse = look?.chance(p) ?? p;
  const repliesAfter = count(units, ({ after }) => after.length);
  const held = (at: number): MarginChange => ({ sums, weights, spread, difference: means.difference, alpha: at, range });
  const permuted = isKnown(units) ? spreadOfPermutations(spread) : spread;
  const detectableNow = (): number | null => {
    if (isByBound) return upTo(means.before, detectableBeyond(held(level), margin ?? 0));
    if (isScore) return detectableDrop(means.before, units, weights, permuted, level);
    return fallsToShow(units, level) === undefined ? null : detectableDifference(permuted, level);
  };
  const change: MeanChange = {
    ...means,
    ...(isScore ? endsOfScores(sums, weights, range, alpha) : endsOfAmounts(spread, means.difference, alpha)),
    level: CHANGE_LEVEL,
    pWorse,
    pBetter: isScore ? greater : less,
    pWorseAdjusted: pWorse,
    verdict: 'undecided',
    cases: count(units, ({ cases }) => cases),
    clusters: spread.clusters,
    repliesBefore: count(units, ({ before, repliesBefore }) => repliesBefore ?? before.length),
    repliesAfter,
    noiseUnknown: !isKnown(units),
    detectable: detectableNow(),
  };
  const isDecided = isScore ? change.bound >= -(margin ?? 0) : change.bound <= 0;
  const isBetter = margin === undefined && (isScore ? means.difference >= 0 : means.difference <= 0);
  if (isDecided || isBetter) return change;
  // Within the margin it is to be shown not to be worse, which each is at alpha.
  const isWorse = !isScore || margin === undefined || means.difference < -margin;
  const distance = isScore ? Math.abs(means.difference + (margin ?? 0)) : Math.abs(means.difference);
  const repeats = Math.max(1, repliesAfter / units.length);
  // A test by permutations is near to the t law; Gaffke's asks for more where cases are few, or some weigh much.
  const isOfBound = isByBound || (isScore && margin !== undefined && !isWorse);
  const needed = isOfBound ? sizeForMargin(held(isWorse ? level : alpha), isWorse ? 'above' : 'below', distance, repeats) : sizeForDecision(permuted, distance, repeats, isWorse ? level : alpha);
  // Clusters of as many cases as these have.
  return { ...change, needed: { ...needed, cases: needed.cases && Math.ceil((needed.cases * change.cases) / change.clusters - 1e-9) } };
}

function verdictOf({ pWorseAdjusted, bound }: MeanChange, { alpha, margin }: ChangeTerms, figure: MeanChangeOptions['figure']): ChangeVerdict {
  if (pWorseAdjusted <= alpha) return 'worse';
  const isNot = figure === 'amount' ? bound <= 0 : bound >= -(margin ?? 0);
  return isNot ? 'not_worse' : 'undecided';
}

/**
 * Decides changes that are compared together. That any of them is called worse where none is has the chance alpha at most (Holm); that one is
 * not worse is shown for each at alpha, since all of them have to be.
 * @param changes as {@link meanChange} makes them
 */
export function decideChanges<T extends MeanChange>(changes: readonly T[], terms: ChangeTerms, figure: MeanChangeOptions['figure'] = 'score'): readonly T[] {
  const adjusted = holm(changes.map(({ pWorse }) => pWorse));
  return changes.map((change, index) => {
    const found = { ...change, pWorseAdjusted: adjusted[index] ?? 1 };
    const verdict = verdictOf(found, terms, figure);
    const isOpen = verdict === 'undecided' && (terms.margin !== undefined || (figure === 'amount' ? found.difference > 0 : found.difference < 0));
    const { needed, ...decided } = { ...found, verdict };
    return (isOpen ? { ...decided, needed } : decided) as T;
  });
}

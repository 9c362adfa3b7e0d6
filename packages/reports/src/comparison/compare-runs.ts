import type { ChangeTerms, MeanChange, RunShard, SuiteIdentity } from '@assay/schema';
import { compareNatural } from '../statistics/natural-order.js';
import { mergeLegends } from '../statistics/variant-legend.js';
import { caseChance } from './change/case-chance.js';
import { meanOf } from './change/change-unit.js';
import { seedOf, type LooksOf, type SuiteLook } from './change/mean-change.js';
import { decideTogether, type Reading } from './change/readings.js';
import type { ComparisonGroup, ComparisonNumbers, RunComparison, UncomparedCase } from './comparison.js';
import { createComparisonAccumulator, type ComparisonAccumulator } from './comparison-accumulator.js';
import type { FigureName } from './figure-columns.js';
import { createFigureUnits, MEASURES, type FigureUnits } from './figure-units.js';
import { partNotes } from './decide-comparison.js';
import { judgingNotes } from './judging/judging-notes.js';
import type { JudgesOfRun } from './judging/judges-of-run.js';
import { lacksParts, pairFigures } from './pair-figures.js';
import { pathsInB, type CaseScores, type RunScores } from './run-scores.js';

/** A target of run A and the one of run B that it is compared with. */
export interface TargetPair {
  readonly a: string;
  readonly b: string;
}

/** One run of a comparison. */
export interface ComparisonSide {
  readonly scores: RunScores;
  /** The run's folder, as it is to be shown. */
  readonly location: string;
  /** True for a run that did not come to its end. */
  readonly unfinished?: boolean | undefined;
  /** Which part of a run it is, for a shard. */
  readonly shard?: RunShard | undefined;
  /** The prompt whose replies these are, where one was chosen. */
  readonly prompt?: string | undefined;
  /** Who judged it, and by prompts of which version; undefined where that is not to be told. */
  readonly judges?: JudgesOfRun | undefined;
  readonly judgePromptVersion?: string | undefined;
}

/** The chance of calling anything worse where nothing is. */
const ALPHA = 0.05;

export interface CompareRunsOptions {
  readonly a: ComparisonSide;
  readonly b: ComparisonSide;
  /** Which targets are compared with each other. */
  readonly targets: readonly TargetPair[];
  /** Largest difference that counts as a tie, [0, 1]; rounding errors always do. @defaultValue 0 */
  readonly tie?: number | undefined;
  /** The chance of calling any suite worse on any target where none is, in (0, 1). @defaultValue 0.05 */
  readonly alpha?: number | undefined;
  /** Largest drop of a mean that is accepted, [0, 1): what a change of a suite is decided by. Without it every drop that can be shown is one. */
  readonly margin?: number | undefined;
  /** The looks at suites of run B whose repeats were added one by one. Default: there were as many as were planned. */
  readonly looks?: LooksOf | undefined;
  /** Whether changes of means pass and fail. @defaultValue 'none' */
  readonly gate?: 'mean' | 'none' | undefined;
  /** Most regressions, improvements and other cases that are listed. @defaultValue 10 */
  readonly maxCases?: number | undefined;
}

/** What is known of a suite on a pair of targets. */
interface Group {
  readonly numbers: ComparisonAccumulator;
  readonly units: FigureUnits;
}

interface Groups {
  of(suite: SuiteIdentity): Group;
  list(): readonly (readonly [suite: SuiteIdentity, group: Group])[];
}

function createGroups(create: () => Group): Groups {
  const bySuite = new Map<string, readonly [SuiteIdentity, Group]>();
  let last: readonly [SuiteIdentity, Group] | undefined;
  return {
    of({ suite, suitePath }) {
      // The cases of a suite mostly follow each other.
      if (last?.[0].suite === suite && last[0].suitePath === suitePath) return last[1];
      const key = JSON.stringify([suite, suitePath]);
      let found = bySuite.get(key);
      if (!found) bySuite.set(key, (found = [{ suite, suitePath }, create()]));
      last = found;
      return found[1];
    },
    list: () => [...bySuite.values()],
  };
}

/** The mean over the repeats that have a score. */
function scoreOf(replies: CaseScores): number | null {
  const scores = replies.figures('score').filter((score) => score !== null);
  return scores.length === 0 ? null : meanOf(scores);
}

/** @param suitePath of its suite as run B knows it */
function named({ suite, caseId, variant, source }: CaseScores, suitePath: string, target: string, { a, b }: { readonly a?: CaseScores; readonly b?: CaseScores }): UncomparedCase {
  return { suite, suitePath, caseId, variant, target, source, scoreA: a ? scoreOf(a) : null, scoreB: b ? scoreOf(b) : null };
}

/** Takes a case that both runs have. */
function addPair(caseA: CaseScores, caseB: CaseScores, { a: targetA, b: targetB }: TargetPair, { numbers, units }: Group, total: ComparisonAccumulator): void {
  units.add(caseA, caseB);
  const { a: before, b: after, incomplete } = pairFigures(caseA, caseB);
  const [inA, inB] = [before.values.length === 0, after.values.length === 0];
  const { suite, suitePath, caseId, variant, source } = caseB;
  if (inA || inB) {
    for (const each of [numbers, total]) each.unscored(named(caseB, suitePath, targetB, { a: caseA, b: caseB }), inA, inB);
    return;
  }
  const [scoreA, scoreB] = [meanOf(before.values), meanOf(after.values)];
  const p = caseChance(before.values, after.values);
  const found = { suite, suitePath, caseId, variant, targetA, targetB, source, scoreA, scoreB, difference: scoreB - scoreA, p };
  for (const each of [numbers, total]) each.compared(found, incomplete || lacksParts(caseA) || lacksParts(caseB));
}

function addTargets(a: RunScores, b: RunScores, pair: TargetPair, groups: Groups, total: ComparisonAccumulator): void {
  const pathOf = pathsInB(a, b);
  const seen = new Set<CaseScores>();
  for (const caseA of a.cases(pair.a)) {
    const { suite, caseId, variant } = caseA;
    const suitePath = pathOf(caseA);
    const caseB = b.find(pair.b, { suite, suitePath, caseId, variant });
    const group = groups.of({ suite, suitePath });
    if (caseB) {
      seen.add(caseB);
      addPair(caseA, caseB, pair, group, total);
    } else for (const each of [group.numbers, total]) each.onlyInA(named(caseA, suitePath, pair.a, { a: caseA }));
  }
  for (const caseB of b.cases(pair.b)) {
    if (seen.has(caseB)) continue;
    for (const each of [groups.of(caseB).numbers, total]) each.onlyInB(named(caseB, caseB.suitePath, pair.b, { b: caseB }));
  }
}

type Changed = Pick<ComparisonNumbers, 'scoreA' | 'scoreB' | 'change' | 'measures'>;

/** Decides the changes of groups that are compared together. */
function decideGroups(groups: readonly FigureUnits[], terms: ChangeTerms, seeds: readonly number[], looks: readonly (SuiteLook | undefined)[] = [], together = 1): readonly Changed[] {
  const changes = groups.map((units, index) => units.changes({ ...terms, together }, seeds[index] ?? 0, looks[index]));
  const decided = (name: FigureName): readonly (MeanChange | null)[] => decideTogether(changes.map((each) => each[name]), terms, name === 'score' ? 'score' : 'amount');
  const scores = decided('score');
  const measures = MEASURES.map((name) => ({ name, changes: decided(name) }));
  return scores.map((change, index) => ({
    scoreA: change?.before ?? null,
    scoreB: change?.after ?? null,
    change,
    measures: measures.flatMap(({ name, changes: all }) => {
      const found = all[index];
      return found === null || found === undefined ? [] : [{ name, ...found }];
    }),
  }));
}

/** The cases of two runs, by suite and pair of targets. */
interface PairedRuns {
  readonly found: readonly (SuiteIdentity & { readonly targetA: string; readonly targetB: string; readonly units: FigureUnits; readonly numbers: ReturnType<ComparisonAccumulator['result']> })[];
  readonly total: ReturnType<ComparisonAccumulator['result']>;
}

function pairRuns({ a, b, targets, tie = 0, maxCases = 10 }: CompareRunsOptions): PairedRuns {
  const create = (): Group => ({ numbers: createComparisonAccumulator({ tie, maxCases }), units: createFigureUnits() });
  const total = createComparisonAccumulator({ tie, maxCases });
  const found = targets
    .flatMap((pair) => {
      const ofPair = createGroups(create);
      addTargets(a.scores, b.scores, pair, ofPair, total);
      return ofPair.list().map(([suite, group]) => ({ ...suite, targetA: pair.a, targetB: pair.b, units: group.units, numbers: group.numbers.result() }));
    })
    .toSorted((one, other) => compareNatural(one.suite, other.suite) || compareNatural(one.suitePath, other.suitePath));
  return { found, total: total.result() };
}

/** What all cases of each of several comparisons come to, decided together. */
export function compareTotals(comparisons: readonly CompareRunsOptions[], { alpha = ALPHA, margin }: Pick<CompareRunsOptions, 'alpha' | 'margin'>): readonly ComparisonNumbers[] {
  const paired = comparisons.map(pairRuns);
  const units = paired.map(({ found }) => createFigureUnits(found.map((group) => group.units)));
  const together = Math.max(1, paired.filter(({ total }) => total.compared > 0).length);
  const changes = decideGroups(units, { alpha, margin }, comparisons.map(() => seedOf()), [], together);
  return paired.map(({ total }, index) => ({ ...total, ...(changes[index] ?? NOTHING) }));
}

/**
 * Holds run B against run A, case by case. Cases are paired by suite, id and variant, where a suite is
 * its name and path, or its name alone when no other suite of the runs has it; repeats as
 * {@link pairFigures} says. Cases without a score in one of the runs, and cases that one of them
 * does not have, are counted and listed, and are in no mean.
 *
 * Swapping the runs swaps wins and losses and turns the sign of the mean difference. The result
 * does not depend on the order of the rows.
 */
export function compareRuns(options: CompareRunsOptions): RunComparison {
  const { a, b, targets, tie = 0, alpha = ALPHA, margin, looks, gate = 'none' } = options;
  const terms: ChangeTerms = { alpha, margin };
  const { found, total } = pairRuns(options);
  const units = found.map((group) => group.units);
  const together = Math.max(1, found.filter(({ numbers }) => numbers.compared > 0).length);
  const seeds = found.map(({ suite, suitePath, targetA, targetB }) => seedOf(suite, suitePath, ...[...new Set([targetA, targetB])].toSorted()));
  const looked = found.map(({ suite, suitePath, targetB: target }) => looks?.({ suite, suitePath, target }));
  const changes = decideGroups(units, terms, seeds, looked, together);
  const matters = gate === 'mean' && units.some((each) => each.lacks());
  const read = (reading: Reading): readonly (MeanChange | null)[] => (matters ? decideTogether(units.map((each, index) => each.change(reading, { ...terms, together }, seeds[index] ?? 0, looked[index])), terms) : changes.map(({ change }) => change));
  const [worst, best] = [read('worst'), read('best')];
  const [ofTotal] = units.length === 1 ? changes : decideGroups([createFigureUnits(units)], terms, [seedOf()]);
  const groups = found.map(({ units: _units, numbers, ...place }, index): ComparisonGroup => ({ ...place, ...numbers, ...(changes[index] ?? NOTHING), readings: { found: changes[index]?.change ?? null, worst: worst[index] ?? null, best: best[index] ?? null } }));
  const pathOf = pathsInB(a.scores, b.scores);
  const findInA = ({ suite, suitePath }: SuiteIdentity): SuiteIdentity | undefined => {
    const before = a.scores.pathsOf(suite).find((path) => pathOf({ suite, suitePath: path }) === suitePath);
    return before === undefined ? undefined : { suite, suitePath: before };
  };
  const variants = mergeLegends(a.scores.variants?.map((meaning) => ({ ...meaning, suitePath: pathOf(meaning) })), b.scores.variants);
  const compared = comparedRun(a, targets.map((pair) => pair.a));
  return {
    a: compared,
    b: comparedRun(b, targets.map((pair) => pair.b)),
    tie,
    terms,
    gate,
    ...(variants === undefined ? {} : { variants }),
    notes: [...partNotes(compared, total), ...judgingNotes(groups, a, b, findInA)],
    total: { ...total, ...(ofTotal ?? NOTHING) },
    groups,
  };
}

const NOTHING: Changed = { scoreA: null, scoreB: null, change: null, measures: [] };

function comparedRun({ scores, location, unfinished, shard, prompt }: ComparisonSide, targets: readonly string[]): RunComparison['a'] {
  return { runId: scores.runId, location, unfinished: unfinished === true, ...(shard ? { shard } : {}), targets, ...(prompt === undefined ? {} : { prompt }) };
}

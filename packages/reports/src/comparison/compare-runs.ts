import type { RunShard, SuiteIdentity } from '@assay/schema';
import { compareNatural } from '../statistics/natural-order.js';
import { mergeLegends } from '../statistics/variant-legend.js';
import type { ComparisonGroup, RunComparison, UncomparedCase } from './comparison.js';
import { createComparisonAccumulator, type ComparisonAccumulator } from './comparison-accumulator.js';
import { pairScores } from './pair-scores.js';
import { caseKey, type CaseScores, type RunScores } from './run-scores.js';

/** A target of run A and the one of run B that it is held against. */
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
}

export interface CompareRunsOptions {
  readonly a: ComparisonSide;
  readonly b: ComparisonSide;
  /** Which targets are held against each other. */
  readonly targets: readonly TargetPair[];
  /** Largest difference that counts as a tie, [0, 1]; rounding errors always do. @defaultValue 0 */
  readonly tie?: number | undefined;
  /** Most regressions, improvements and other cases that are listed. @defaultValue 10 */
  readonly maxCases?: number | undefined;
}

interface Groups {
  /** Those to tell of a case: the group's, and the total. */
  of(suite: SuiteIdentity): readonly ComparisonAccumulator[];
  list(): readonly (readonly [suite: SuiteIdentity, group: ComparisonAccumulator])[];
}

function createGroups(total: ComparisonAccumulator, create: () => ComparisonAccumulator): Groups {
  const bySuite = new Map<string, readonly [SuiteIdentity, ComparisonAccumulator]>();
  return {
    of({ suite, suitePath }) {
      const key = JSON.stringify([suite, suitePath]);
      let found = bySuite.get(key);
      if (!found) bySuite.set(key, (found = [{ suite, suitePath }, create()]));
      return [found[1], total];
    },
    list: () => [...bySuite.values()],
  };
}

function named({ suite, suitePath, caseId, variant, source }: CaseScores, target: string): UncomparedCase {
  return { suite, suitePath, caseId, variant, target, source };
}

/** Tells the accumulators of a case that both runs have. */
function addPair(
  caseA: CaseScores,
  caseB: CaseScores,
  { a: targetA, b: targetB }: TargetPair,
  accumulators: readonly ComparisonAccumulator[],
): void {
  const { scoreA, scoreB, incomplete } = pairScores(caseA.repeats, caseB.repeats);
  if (scoreA === null || scoreB === null) {
    for (const each of accumulators) each.unscored(named(caseB, targetB), scoreA === null, scoreB === null);
    return;
  }
  const { suite, suitePath, caseId, variant, source } = caseB;
  const found = { suite, suitePath, caseId, variant, targetA, targetB, source, scoreA, scoreB, difference: scoreB - scoreA };
  // A weight that was changed between the runs favours neither: swapping them only turns the sign.
  const weight = (caseA.weight + caseB.weight) / 2;
  for (const each of accumulators) each.compared(found, weight, incomplete);
}

/**
 * Suites of A as B knows them. Name and path tell suites apart; where both runs have one suite of a
 * name, it is the same one, and its file was moved if the paths differ.
 */
function placeInB(a: RunScores, b: RunScores): <T extends SuiteIdentity>(ofA: T) => T {
  return (ofA) => {
    const [here, there] = [a.pathsOf(ofA.suite), b.pathsOf(ofA.suite)];
    const [path] = there;
    return here.length === 1 && there.length === 1 && path !== undefined ? { ...ofA, suitePath: path } : ofA;
  };
}

function addTargets(a: RunScores, b: RunScores, pair: TargetPair, groups: Groups): void {
  const casesB = b.cases(pair.b);
  const place = placeInB(a, b);
  const seen = new Set<string>();
  for (const ofA of a.cases(pair.a).values()) {
    const caseA = place(ofA);
    const key = caseKey(caseA);
    seen.add(key);
    const caseB = casesB.get(key);
    const accumulators = groups.of(caseA);
    if (caseB) addPair(caseA, caseB, pair, accumulators);
    else for (const each of accumulators) each.onlyInA(named(caseA, pair.a));
  }
  for (const [key, caseB] of casesB) {
    if (seen.has(key)) continue;
    for (const each of groups.of(caseB)) each.onlyInB(named(caseB, pair.b));
  }
}

/**
 * Holds run B against run A, case by case. Cases are paired by suite, id and variant, where a suite is
 * its name and path, or its name alone when no other suite of the runs has it; repeats as
 * {@link pairScores} says. Cases without a score in one of the runs, and cases that one of them
 * does not have, are counted and listed, and are in no mean.
 *
 * Swapping the runs swaps wins and losses and turns the sign of the mean difference. The result
 * does not depend on the order of the rows.
 */
export function compareRuns({ a, b, targets, tie = 0, maxCases = 10 }: CompareRunsOptions): RunComparison {
  const create = (): ComparisonAccumulator => createComparisonAccumulator({ tie, maxCases });
  const total = create();
  const groups: ComparisonGroup[] = targets.flatMap((pair) => {
    const ofPair = createGroups(total, create);
    addTargets(a.scores, b.scores, pair, ofPair);
    return ofPair.list().map(([suite, group]) => ({ ...suite, targetA: pair.a, targetB: pair.b, ...group.result() }));
  });
  const variants = mergeLegends(a.scores.variants?.map(placeInB(a.scores, b.scores)), b.scores.variants);
  return {
    a: { runId: a.scores.runId, location: a.location, unfinished: a.unfinished === true, ...(a.shard ? { shard: a.shard } : {}), targets: targets.map((pair) => pair.a) },
    b: { runId: b.scores.runId, location: b.location, unfinished: b.unfinished === true, ...(b.shard ? { shard: b.shard } : {}), targets: targets.map((pair) => pair.b) },
    tie,
    ...(variants === undefined ? {} : { variants }),
    total: total.result(),
    groups: groups.toSorted((one, other) => compareNatural(one.suite, other.suite) || compareNatural(one.suitePath, other.suitePath)),
  };
}

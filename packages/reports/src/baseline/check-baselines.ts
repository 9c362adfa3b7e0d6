import type { Baseline, ChangeTerms, MeanChange } from '@assay/schema';
import { decideChanges, seedOf } from '../comparison/change/mean-change.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { compareNatural } from '../statistics/natural-order.js';
import type { Reading } from './baseline-units.js';
import { checkGroup, type BaselineGates, type BaselineGroupCheck } from './check-group.js';
import { decideCheck } from './decide-check.js';
import type { GroupResults } from './run-results.js';

/** A suite on a target without a baseline. */
export interface UnknownBaseline {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** Where its baseline would be, as it should be shown. */
  readonly file: string;
  readonly cases: number;
}

/** What decides: the change of the mean of each suite on each target, or every single case. */
export type BaselineGate = 'mean' | 'cases';

export interface CheckBaselinesOptions extends BaselineGates {
  readonly gate: BaselineGate;
  /** What changes of means are decided by. */
  readonly terms: ChangeTerms;
  /** Id of the run that is checked: the same run and baselines give the same numbers each time. */
  readonly runId: string | undefined;
  /** What is checked: results, and their baseline where there is one. */
  readonly groups: readonly {
    readonly results: GroupResults;
    readonly baseline: Baseline | undefined;
    /** File of the baseline, as it should be shown. */
    readonly file: string;
  }[];
  /** True for a run of chosen cases: that others are missing is meant. */
  readonly filtered: boolean;
  /** False for a run that was interrupted or killed. */
  readonly finished: boolean;
}

export type BaselineOutcome = 'passed' | 'failed' | 'no-baseline' | 'undecided' | 'inconclusive';

/** The changes of a mean: as it was found, and with what has no score at its worst and at its best. */
export type GroupChanges = Readonly<Record<Reading, MeanChange | null>>;

/** A suite on a target, as it is told. */
export interface CheckedGroup extends BaselineGroupCheck {
  readonly file: string;
  /** True if the baseline is of an earlier version, which does not say how much its replies vary. */
  readonly earlier: boolean;
  /** Null without a case that has a score on both sides, and a weight. */
  readonly change: MeanChange | null;
  readonly changes: GroupChanges;
}

/** A run held against its baselines. */
export interface BaselineCheck extends BaselineGates {
  readonly gate: BaselineGate;
  readonly terms: ChangeTerms;
  readonly outcome: BaselineOutcome;
  /** 0 passed, 1 failed, 2 no baseline, 3 undecided, 4 inconclusive. */
  readonly exitCode: number;
  /** Why, in words; never empty. */
  readonly reasons: readonly string[];
  readonly filtered: boolean;
  readonly finished: boolean;
  /** By suite, then target, in natural order. */
  readonly groups: readonly CheckedGroup[];
  readonly unknown: readonly UnknownBaseline[];
}

interface Named {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
}

function byName(a: Named, b: Named): number {
  return compareNatural(a.suite, b.suite) || compareNatural(a.suitePath, b.suitePath) || compareNatural(a.target, b.target);
}

/** The changes of all groups, decided together. */
function changesOf(groups: readonly BaselineGroupCheck[], reading: Reading, { terms, runId = '' }: CheckBaselinesOptions): readonly (MeanChange | null)[] {
  const open = groups.map(({ units, suite, suitePath, target }) => units.change(reading, terms, seedOf(runId, suite, suitePath, target)));
  const decided = decideChanges(open.flatMap((change) => change ?? []), terms);
  let next = 0;
  return open.map((change) => (change === undefined ? null : (decided[next++] ?? null)));
}

/**
 * Holds a run against its baselines and decides. By the means: a suite on a target is worse when chance hardly explains that its mean is
 * lower, and what has no score leaves it undecided where it could turn that. By the cases: one is worse (regressed) when its verdict is
 * worse or its score is lower by more than the tolerance. New cases, and cases that the run does not have, are told and fail nothing.
 */
export function checkBaselines(options: CheckBaselinesOptions): BaselineCheck {
  const { gate, terms, tolerance, maxDrop, filtered, finished } = options;
  const known = options.groups
    .flatMap(({ results, baseline, file }) => (baseline ? [{ ...checkGroup(baseline, results, { tolerance, maxDrop }), file, earlier: baseline.version !== undefined }] : []))
    .toSorted(byName);
  const found = changesOf(known, 'found', options);
  const lacks = known.some(({ units }) => units.lacks);
  const [worst, best] = lacks ? [changesOf(known, 'worst', options), changesOf(known, 'best', options)] : [found, found];
  const groups = known.map((group, index): CheckedGroup => {
    const changes = { found: found[index] ?? null, worst: worst[index] ?? null, best: best[index] ?? null };
    return { ...group, change: changes.found, changes };
  });
  const unknown = options.groups
    .flatMap(({ results: { suite, suitePath, target, cases }, baseline, file }) => (baseline ? [] : [{ suite, suitePath, target, file, cases: cases.size }]))
    .toSorted(byName);
  // Reasons are read by people: they name suites as the tables do.
  const title = suiteTitles(options.groups.map(({ results }) => results));
  return { ...decideCheck(withTitles(groups, title), withTitles(unknown, title), options), gate, terms, tolerance, maxDrop, filtered, finished, groups, unknown };
}

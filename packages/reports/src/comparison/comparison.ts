import type { ChangeTerms, MeanChange, MeasureChange, RunShard, VariantMeaning } from '@assay/schema';
import type { ReadChanges } from './change/readings.js';

/** A case with a score in both runs. It counts once for each variant and pair of targets. */
export interface ComparedCase {
  readonly suite: string;
  /** Path of the suite: run B's, where its file was moved between the runs. */
  readonly suitePath: string;
  readonly caseId: string;
  /** Label of the variant; empty for the only one. */
  readonly variant: string;
  readonly targetA: string;
  readonly targetB: string;
  /** Where the case stands: `file:line:column`. */
  readonly source: string;
  /** [0, 1]; the mean over repeats. */
  readonly scoreA: number;
  readonly scoreB: number;
  /** Score in B less score in A, [-1, 1]. */
  readonly difference: number;
  /**
   * The chance of a difference at least as large between replies to this case where it makes no difference which run they are from, after
   * Benjamini and Hochberg's correction for all compared cases: of those up to q, a share of q at most is chance.
   */
  readonly p: number;
}

/** A case that could not be compared. */
export interface UncomparedCase {
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly variant: string;
  /** Of the run that has the case; B's when both have it. */
  readonly target: string;
  readonly source: string;
  /** [0, 1]; the mean over the repeats that have a score. Null without one, and of a run that does not have the case. */
  readonly scoreA: number | null;
  readonly scoreB: number | null;
}

/** Cases of one kind: how many there are, and the first of them in the order of the files. */
export interface CaseList {
  readonly count: number;
  readonly cases: readonly UncomparedCase[];
}

/** Cases that both runs have, without a score in at least one. They are in no mean and never count as 0. */
export interface UnscoredCases extends CaseList {
  /** Without a score in A; those without one in both runs count here and in `inB`. */
  readonly inA: number;
  readonly inB: number;
}

/** What the cases of two runs come to. Everything is seen from B: a win is a case that B does better. */
export interface ComparisonNumbers {
  /** Cases with a score in both runs. */
  readonly compared: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Compared cases that lost the score of a repeat, or a part of one, in A or B. */
  readonly incomplete: number;
  /** Means of the compared cases, weighted by case; null without any of a weight above 0. */
  readonly scoreA: number | null;
  readonly scoreB: number | null;
  /** From A to B; null without a compared case of a weight above 0. */
  readonly change: MeanChange | null;
  /** The same of cost, time and tokens, where both runs know them of at least two cases. They decide nothing. */
  readonly measures: readonly MeasureChange[];
  /** Losses and wins with the largest difference, that one first. */
  readonly regressions: readonly ComparedCase[];
  readonly improvements: readonly ComparedCase[];
  readonly onlyInA: CaseList;
  readonly onlyInB: CaseList;
  readonly unscored: UnscoredCases;
}

/** The numbers of one suite on one pair of targets. */
export interface ComparisonGroup extends ComparisonNumbers {
  readonly suite: string;
  readonly suitePath: string;
  readonly targetA: string;
  readonly targetB: string;
  /** Its change, and what it would be with what was lost at its worst and at its best. All the same where nothing is decided by it. */
  readonly readings: ReadChanges;
}

/** One side of a comparison. */
export interface ComparedRun {
  /** Undefined for a run without rows. */
  readonly runId: string | undefined;
  /** The run's folder. */
  readonly location: string;
  /** True for a run that did not come to its end: cases are missing in it that it would have had. */
  readonly unfinished: boolean;
  /** Which part of a run it is; undefined for a whole one. */
  readonly shard?: RunShard | undefined;
  /** The targets that were compared. */
  readonly targets: readonly string[];
  /** The prompt whose replies were compared, where one was chosen. */
  readonly prompt?: string | undefined;
}

/** Run B against run A. */
export interface RunComparison {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** Largest difference that counts as a tie, [0, 1]. */
  readonly tie: number;
  /** What changes of means are decided by. */
  readonly terms: ChangeTerms;
  /** `mean`: a suite that got worse fails it. `none`: it passes and fails nothing. */
  readonly gate: 'mean' | 'none';
  /** What the marks of variants stand for; absent when nothing is varied. */
  readonly variants?: readonly VariantMeaning[] | undefined;
  /** What is to be known before a difference is believed: that A has a part of the cases alone, that the runs were judged by others. */
  readonly notes: readonly string[];
  readonly total: ComparisonNumbers;
  /** By suite (name, then path) in natural order, then by pair of targets in the order given. */
  readonly groups: readonly ComparisonGroup[];
}

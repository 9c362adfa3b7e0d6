import type { JsonObject } from '../domain/json.js';
import type { ChangeTerms, MeanChange, MeasureChange } from './mean-change.js';
import type { Verdict } from '../domain/score.js';

/** A suite on a target, before and now. */
export interface ComparisonPair {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly targetBefore: string;
  readonly target: string;
  /** Cases with a score on both sides. */
  readonly compared: number;
  readonly worse: number;
  readonly same: number;
  readonly better: number;
  /** Cases that lost their score, or of which what has no score decides whether they are worse. */
  readonly open: number;
  /** Means of the compared cases, [0, 1]; null without any. */
  readonly scoreBefore: number | null;
  readonly score: number | null;
  /** How the mean changed, and what that shows; null without a compared case of a weight above 0. */
  readonly change: MeanChange | null;
  /** The same of cost, time and tokens, where both sides know them. They decide nothing. */
  readonly measures: readonly MeasureChange[];
}

/** A case, before and now. */
export interface ComparisonCase {
  readonly suite: string;
  readonly suitePath: string;
  /** Id, with the mark of its variant in brackets where there is one. */
  readonly caseId: string;
  readonly target: string;
  /** Where the case stands now, `file:line:column`; undefined when it is not there any more. */
  readonly source: string | undefined;
  /** [0, 1]; null for none. */
  readonly scoreBefore: number | null;
  readonly score: number | null;
  /** Of a case in a baseline; null when it had none. Verdicts in runs are those of their rows. */
  readonly verdictBefore?: Verdict | null | undefined;
  /**
   * The chance of a difference at least as large between replies to this case where it makes no difference which side they are from, after
   * Benjamini and Hochberg's correction for all compared cases; absent where there is no difference.
   */
  readonly p?: number | undefined;
}

/** Cases of one kind: how many there are, and the first of them, largest differences first. */
export interface ComparisonCases {
  readonly count: number;
  readonly cases: readonly ComparisonCase[];
}

/** The cases that have one value of what a comparison is made apart for, before and now. */
export interface ComparedSlice extends Pick<ComparisonPair, 'compared' | 'worse' | 'same' | 'better' | 'scoreBefore' | 'score' | 'change'> {
  /** Empty for cases that have none. */
  readonly value: string;
  /** True for the slice of all values beyond the first 200. */
  readonly others?: true | undefined;
}

/** What the cases come to by a key: `tag:lang`. */
export interface ComparedSlices {
  readonly by: string;
  /** By value in natural order, then those without one, then the others. */
  readonly slices: readonly ComparedSlice[];
}

/** A run compared with another one (`assay compare`) or with its baselines (`assay baseline check`), for reporters. */
export interface Comparison {
  readonly kind: 'runs' | 'baselines';
  /** What was before, as it is to be named: the folder of a run, or `baselines`. */
  readonly before: string;
  /** The folder of the run that is compared with it, as it should be shown. */
  readonly location: string;
  /** Undefined for a run without rows. */
  readonly runId: string | undefined;
  /** `compared` for runs that could be; they pass or fail nothing. */
  readonly outcome: 'compared' | 'passed' | 'failed' | 'undecided' | 'no-baseline' | 'inconclusive';
  /** What a command that makes the comparison ends with. */
  readonly exitCode: number;
  /** Why, in words; never empty. */
  readonly reasons: readonly string[];
  /** What is to be known before a difference is believed, in words: that the runs were judged by others, say. Absent for nothing. */
  readonly notes?: readonly string[] | undefined;
  /** The prompts whose replies were compared, where they were chosen; cases then have no mark of a prompt. */
  readonly prompts?: { readonly before: string | undefined; readonly now: string | undefined } | undefined;
  /** What changes of means were decided by. */
  readonly terms: ChangeTerms;
  /** `mean`: the changes of means decide; `cases`: single cases do; `none`: nothing is decided. */
  readonly gate: 'mean' | 'cases' | 'none';
  /** By suite, then target. */
  readonly pairs: readonly ComparisonPair[];
  readonly worse: ComparisonCases;
  readonly open: ComparisonCases;
  readonly better: ComparisonCases;
  /** Not there before. */
  readonly added: ComparisonCases;
  /** There before, without a score in the baseline: nothing to compare them with. Of two runs they are among the open ones. */
  readonly unreferenced: ComparisonCases;
  /** There before, and not now. */
  readonly missing: ComparisonCases;
  /** The same apart for each value of the keys that were asked for; absent for none. */
  readonly slices?: readonly ComparedSlices[] | undefined;
  /** The whole of it, as the command prints it with `--json`. */
  readonly document: JsonObject;
}

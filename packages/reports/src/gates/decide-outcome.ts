import { reaches, type RunOutcome, type RunShard } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatScore } from '../format/format-score.js';
import { targetTitle } from '../format/target-title.js';
import type { GroupStatistics } from '../statistics/group-accumulator.js';

/** The best verdict that fails a run. */
export type FailOn = 'fail' | 'borderline';

export interface OutcomeInput {
  /** One entry for each suite on each target, and for each variant of it. */
  readonly groups: readonly GroupStatistics[];
  /** Score in [0, 1] that every group has to reach; without it, verdicts decide. */
  readonly threshold?: number | undefined;
  /**
   * Verdicts that fail the run, down from this one, also beside a threshold. Default: `fail` without
   * a threshold, none with one.
   */
  readonly failOn?: FailOn | undefined;
  /**
   * Why it is not decided on which side of the threshold a group is, in words; undefined for one of which it is. Default: the score that
   * was found decides.
   */
  readonly openAgainstThreshold?: ((group: GroupStatistics) => string | undefined) | undefined;
  readonly interrupted?: boolean | undefined;
  /** Why a file or an option stopped the run, in words. */
  readonly invalid?: string | undefined;
  /** Why the run ended before all trials were done, in words, e.g. a disk that is full. */
  readonly stopped?: string | undefined;
  /** What budgets ended before all its trials were done, in words. */
  readonly ended?: readonly string[] | undefined;
  /** Trials that were planned, where it is known; 0 makes the run invalid. */
  readonly plannedTrials?: number | undefined;
  /** Which part of a run it is: what it comes to is decided with the other parts. */
  readonly shard?: RunShard | undefined;
  /** What parts of the run are not there, in words: nothing is decided without them. */
  readonly missingParts?: readonly string[] | undefined;
  /** True where no trial passes or fails anything, as in an audit, half of whose replies deserve to fail: complete or not is all that there is to say. */
  readonly ungraded?: boolean | undefined;
}

export interface OutcomeDecision {
  readonly outcome: RunOutcome;
  /** 0 passed or complete, 1 failed, 2 invalid, 3 undecided, 4 too little to tell, 130 interrupted. */
  readonly exitCode: number;
  /** Why, in words; never empty. */
  readonly reasons: readonly string[];
}

const EXIT_CODES: Readonly<Record<RunOutcome, number>> = {
  passed: 0,
  complete: 0,
  failed: 1,
  invalid: 2,
  undecided: 3,
  interrupted: 130,
};

/** Reasons of the kinds that leave a run without a pass. */
interface Findings {
  readonly failed: string[];
  readonly undecided: string[];
  /** What more cases or repeats could tell. */
  readonly inconclusive: string[];
}

function place({ suite, target, variant }: GroupStatistics): string {
  return `${suite} on ${targetTitle(target, variant)}`;
}

function scoredOf({ passed, borderline, failed, open }: GroupStatistics): number {
  return passed + borderline + failed + open;
}

/** `2 of 8 trials have no score`, or what else leaves the group's bounds apart. */
function gap(group: GroupStatistics): string {
  const trials = formatCount(group.trials, 'trial');
  const lost = group.unscored - group.unrated;
  if (lost === 0) return 'parts of it are unscored';
  return `${formatCount(lost)} of ${trials} ${lost === 1 ? 'has' : 'have'} no score`;
}

/** A group against the threshold: its worst case must reach it. */
function gateGroup(group: GroupStatistics, threshold: number, findings: Findings): void {
  const { worst, best } = group.bounds;
  if (scoredOf(group) === 0) {
    findings.undecided.push(`${place(group)}: none of ${formatCount(group.trials, 'trial')} has a score`);
    return;
  }
  if (group.score === null) {
    findings.undecided.push(`${place(group)}: there is no score, since every scored case has weight 0`);
    return;
  }
  const score = formatScore(group.score, threshold);
  if (!reaches(best, threshold)) {
    const even = worst === best ? '' : ` even if everything unscored had been right (${formatScore(best, threshold)})`;
    findings.failed.push(`${place(group)}: score ${score} is below the threshold ${threshold}${even}`);
  } else if (!reaches(worst, threshold)) {
    const range = `${formatScore(worst, threshold)} to ${formatScore(best, threshold)}`;
    findings.undecided.push(
      `${place(group)}: score ${score} could be anything from ${range} (${gap(group)}), and the threshold is ${threshold}`,
    );
  }
}

/** `2 of 8 trials`, and the verb for the first number. */
function some(count: number, { trials }: GroupStatistics, one: string, more: string): string {
  return `${formatCount(count)} of ${formatCount(trials, 'trial')} ${count === 1 ? one : more}`;
}

/** What a file says must hold, beside a threshold: missed it fails the run however good the score. */
function requireGroup(group: GroupStatistics, findings: Findings): void {
  const { requiredMissed: missed, requiredOpen: open } = group;
  if (missed > 0) {
    findings.failed.push(`${place(group)}: ${some(missed, group, 'misses', 'miss')} what the file requires`);
  }
  if (open > 0) {
    const one = 'lacks a score that the file requires';
    findings.undecided.push(`${place(group)}: ${some(open, group, one, one.replace('lacks', 'lack'))}`);
  }
}

/** The verdicts of a group's cases: from `failOn` down they fail the run. */
function judgeGroup(group: GroupStatistics, failOn: FailOn, findings: Findings): void {
  const [sure, maybe] =
    failOn === 'fail'
      ? [group.surelyFailed, group.maybeFailed]
      : [group.surelyBelowPass, group.maybeBelowPass];
  // Tables count these as unscored, and not among those that failed.
  const { failedUnscored } = group;
  if (sure > failedUnscored) {
    const did = failOn === 'fail' ? 'failed' : 'did not pass';
    findings.failed.push(`${place(group)}: ${some(sure - failedUnscored, group, did, did)}`);
  }
  if (failedUnscored > 0) {
    findings.failed.push(`${place(group)}: ${some(failedUnscored, group, 'misses', 'miss')} what must hold, and ${failedUnscored === 1 ? 'has' : 'have'} no score besides`);
  }
  if (group.unscored > group.unrated) findings.undecided.push(`${place(group)}: ${gap(group)}`);
  if (maybe > 0) {
    const end = `${maybe === 1 ? 'it' : 'they'} ${failOn === 'fail' ? 'fail' : 'pass'}${maybe === 1 ? (failOn === 'fail' ? 's' : 'es') : ''}`;
    findings.undecided.push(
      `${place(group)}: ${some(maybe, group, 'is', 'are')} open: what could not be scored decides whether ${end}`,
    );
  }
}

function missingTrials(input: OutcomeInput): number {
  const finished = input.groups.reduce((sum, { trials }) => sum + trials, 0);
  return (input.plannedTrials ?? finished) - finished;
}

const NOTHING_SCORED = 'no trial has a score';

function findMissing(input: OutcomeInput, findings: Findings): void {
  const missing = missingTrials(input);
  if (input.stopped !== undefined) findings.undecided.push(`the run was stopped: ${input.stopped}`);
  findings.undecided.push(...(input.ended ?? []));
  if (missing > 0) {
    findings.undecided.push(
      `${formatCount(missing)} of ${formatCount(input.plannedTrials ?? 0, 'planned trial')} did not finish`,
    );
  }
  if (input.groups.every((group) => scoredOf(group) === 0) && findings.undecided.length === 0) {
    findings.undecided.push(NOTHING_SCORED);
  }
}

function passedReason({ groups, threshold }: OutcomeInput): string {
  const trials = groups.reduce((sum, group) => sum + group.trials, 0);
  if (threshold === undefined) {
    const borderline = groups.reduce((sum, group) => sum + group.borderline, 0);
    const passed = groups.reduce((sum, group) => sum + group.passed, 0);
    const unrated = groups.reduce((sum, group) => sum + group.unrated, 0);
    if (unrated > 0) {
      const parts = [`${formatCount(passed)} passed`, ...(borderline > 0 ? [`${formatCount(borderline)} borderline`] : [])];
      return `no trial failed: ${[...parts, `${formatCount(unrated)} with nothing to score`].join(', ')}`;
    }
    if (borderline === 0) return trials === 1 ? 'the only trial passed' : `all ${formatCount(trials)} trials passed`;
    return `no trial failed: ${formatCount(passed)} passed, ${formatCount(borderline)} borderline`;
  }
  const lowest = groups.reduce((low, group) => (group.bounds.worst < low.bounds.worst ? group : low));
  const score = formatScore(lowest.bounds.worst, threshold);
  if (groups.length === 1) return `${place(lowest)}: score ${score} reaches the threshold ${threshold}`;
  return `all ${groups.length} scores reach the threshold ${threshold}; the lowest is ${score}, ${place(lowest)}`;
}

/** A part of a run: complete when every trial has a verdict, whatever it is. */
function decideShard(input: OutcomeInput, { index, count }: RunShard): Pick<OutcomeDecision, 'outcome' | 'reasons'> {
  const { groups, failOn = 'fail' } = input;
  const findings: Findings = { failed: [], undecided: [], inconclusive: [] };
  for (const group of groups) judgeGroup(group, failOn, findings);
  findMissing(input, findings);
  const trials = groups.reduce((sum, group) => sum + group.trials, 0);
  const rest = `whether the run passes is decided by assay merge, with the other shards`;
  // A part without a trial, or with nothing that could be scored, has nothing to lack.
  const lacks = findings.undecided.filter((reason) => reason !== NOTHING_SCORED);
  if (lacks.length > 0) return { outcome: 'undecided', reasons: [...lacks, `shard ${index} of ${count}: ${rest}`] };
  const done = trials === 0 ? 'no trial falls into it' : `${formatCount(trials, 'trial')} done`;
  return { outcome: 'complete', reasons: [`shard ${index} of ${count} is complete, ${done}; ${rest}`, ...findings.failed] };
}

/** Trials that pass and fail nothing: complete when they are all done, whatever came of them. */
function decideUngraded(input: OutcomeInput): Pick<OutcomeDecision, 'outcome' | 'reasons'> {
  const findings: Findings = { failed: [], undecided: [], inconclusive: [] };
  findMissing(input, findings);
  const lacks = findings.undecided.filter((reason) => reason !== NOTHING_SCORED);
  if (lacks.length > 0) return { outcome: 'undecided', reasons: lacks };
  return { outcome: 'complete', reasons: [`${formatCount(input.groups.reduce((sum, { trials }) => sum + trials, 0), 'trial')} done`] };
}

/**
 * What a run comes to, and the exit code that says so. Missing is neither a fail nor a pass:
 *
 * - with a threshold, a suite on a target passes only if its worst case (all that is unscored
 *   counted as 0) reaches it, and fails only if even its best case does not; what files say must hold
 *   must hold besides;
 * - without one, any failed trial fails the run; an unscored trial, or one whose verdict hangs on
 *   what could not be scored, leaves it undecided; trials that nothing scores decide nothing;
 * - with `failOn: 'borderline'`, all that holds of failed trials holds of borderline ones;
 * - a run without a scored trial never passes; judges lost above the quorum change nothing.
 *
 * A shard decides nothing but whether it is complete, nor does an ungraded run; and a merged run decides nothing as long as shards are missing.
 *
 * When several apply, the first of these counts: interrupted (130), invalid (2), failed (1),
 * undecided (3), undecided for want of cases or repeats (4).
 */
export function decideOutcome(input: OutcomeInput): OutcomeDecision {
  const decide = (outcome: RunOutcome, reasons: readonly string[]): OutcomeDecision => ({
    outcome,
    exitCode: EXIT_CODES[outcome],
    reasons,
  });
  if (input.interrupted) {
    const finished = input.groups.reduce((sum, { trials }) => sum + trials, 0);
    const progress =
      input.plannedTrials === undefined
        ? `${formatCount(finished, 'trial')}, more were planned`
        : `${formatCount(finished)} of ${formatCount(input.plannedTrials, 'trial')}`;
    return decide('interrupted', [`stopped after ${progress}`]);
  }
  if (input.invalid !== undefined) return decide('invalid', [input.invalid]);
  if (input.shard || input.ungraded) {
    const { outcome, reasons } = input.shard ? decideShard(input, input.shard) : decideUngraded(input);
    return decide(outcome, reasons);
  }
  if (input.plannedTrials === 0) return decide('invalid', ['there was nothing to run: no case was planned']);

  const findings: Findings = { failed: [], undecided: [], inconclusive: [] };
  // Trials that are missing may still bring a score to the threshold, or below it.
  const { missingParts = [] } = input;
  const complete = input.stopped === undefined && (input.ended ?? []).length === 0 && missingParts.length === 0 && missingTrials(input) <= 0;
  for (const group of input.groups) {
    const { threshold, failOn } = input;
    if (threshold === undefined || failOn !== undefined) judgeGroup(group, failOn ?? 'fail', findings);
    if (threshold === undefined) continue;
    const open = input.openAgainstThreshold?.(group);
    if (complete && open !== undefined) findings.inconclusive.push(`${place(group)}: ${open}`);
    else if (complete) gateGroup(group, threshold, findings);
    requireGroup(group, findings);
  }
  findMissing(input, findings);
  if (missingParts.length > 0) return decide('undecided', [...missingParts, ...findings.failed, ...findings.undecided]);
  if (findings.failed.length > 0) return decide('failed', [...findings.failed, ...findings.undecided, ...findings.inconclusive]);
  if (findings.undecided.length > 0) return decide('undecided', [...findings.undecided, ...findings.inconclusive]);
  if (findings.inconclusive.length > 0) return { outcome: 'undecided', exitCode: 4, reasons: findings.inconclusive };
  return decide('passed', [passedReason(input)]);
}

import type { RunSummary } from '@assay/schema';
import type { RunStatistics } from '../statistics/run-accumulator.js';
import { decideOutcome, type FailOn, type OutcomeInput } from './decide-outcome.js';

/** What the rows cannot tell about a run. */
export interface RunFacts
  extends Pick<RunSummary, 'runId' | 'location' | 'skippedCases' | 'plannedTrials' | 'waitingTrials' | 'durationMs' | 'threshold' | 'resumed' | 'shard' | 'merged' | 'budgets' | 'rounds' | 'rechecks'>, Pick<OutcomeInput, 'openAgainstThreshold' | 'ungraded'> {
  readonly failOn?: FailOn | undefined;
  readonly interrupted?: boolean | undefined;
  /** Why a file or an option stopped the run, in words. */
  readonly invalid?: string | undefined;
  /** Why the run ended before all trials were done although nothing was wrong with a file, in words. */
  readonly stopped?: string | undefined;
  /** What budgets ended before all its trials were done, in words. */
  readonly ended?: readonly string[] | undefined;
  /** What parts of a merged run are not there, in words. */
  readonly missingParts?: readonly string[] | undefined;
  /** What else a reader of the outcome has to know, in words, e.g. that a target was given up. */
  readonly notes?: readonly string[] | undefined;
}

/** The summary of a run: its statistics, and what they decide. */
export function summarizeRun(statistics: RunStatistics, facts: RunFacts): RunSummary {
  const { interrupted, invalid, stopped, ended = [], missingParts = [], failOn, openAgainstThreshold, ungraded, notes = [], ...known } = facts;
  const decision = decideOutcome({ groups: statistics.groups, interrupted, invalid, stopped, ended, missingParts, failOn, openAgainstThreshold, ungraded, ...known });
  const trials = statistics.groups.reduce((sum, group) => sum + group.trials, 0);
  // What ends rechecks comes when all that was planned is done.
  const early = (interrupted === true && !known.rechecks) || invalid !== undefined || stopped !== undefined || ended.length > 0 || missingParts.length > 0;
  const complete = !early && trials >= (known.plannedTrials ?? trials);
  return { ...known, complete, ...decision, reasons: [...decision.reasons, ...notes], ...statistics };
}

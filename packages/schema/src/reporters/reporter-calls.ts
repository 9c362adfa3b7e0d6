import type { Reporter } from '../contracts/reporter.js';

/** What a reporter may be told. */
export type ReporterCall = keyof Omit<Reporter, 'name'>;

/** Everything that a reporter may be told; the compiler says which is missing. */
const CALLS = {
  runStarted: true,
  trialsEstimated: true,
  diagnostic: true,
  heldUp: true,
  spent: true,
  roundEnded: true,
  rechecksStarted: true,
  trialStarted: true,
  trialFinished: true,
  trialKept: true,
  runFinished: true,
  comparisonFinished: true,
  close: true,
} satisfies Record<ReporterCall, true>;

/** The names of all calls, in the order of a run. */
export const REPORTER_CALLS = Object.keys(CALLS) as readonly ReporterCall[];

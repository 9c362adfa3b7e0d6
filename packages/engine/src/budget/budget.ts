import type { BudgetAccount, BudgetSpentError, SuiteIdentity } from '@assay/schema';
import type { Clock } from '../clock/clock.js';
import type { BudgetLimit, BudgetLimits, BudgetTaken, BudgetUntold } from './budget-limits.js';

/** The budget of one suite; without a suite that of the run. */
export interface BudgetRecord<T> {
  readonly suite?: SuiteIdentity | undefined;
  readonly of: T;
}

/** How it stands with a budget. */
export interface BudgetStanding {
  readonly suite?: SuiteIdentity | undefined;
  readonly limits: BudgetLimits;
  readonly taken: BudgetTaken;
  /** Part of `taken`, and as that of all parts of the run. */
  readonly untold: BudgetUntold;
  /** The limit that ended it; absent as long as none did. */
  readonly stoppedBy?: BudgetLimit | undefined;
  /** The limit, in its unit, that has room for the request that was refused; absent where nobody knows what that takes. */
  readonly needed?: number | undefined;
}

export interface BudgetOptions {
  readonly limits: readonly BudgetRecord<BudgetLimits>[];
  /** What earlier parts of the run took. */
  readonly before?: readonly BudgetRecord<BudgetTaken>[] | undefined;
  /**
   * Notes what is taken, so that it counts after the process has died. Called before anything is sent that was not noted, with
   * somewhat more than is taken, and at the end. A rejection refuses the request that waits for it.
   */
  readonly note?: ((taken: readonly BudgetRecord<BudgetTaken>[]) => Promise<void>) | undefined;
  readonly clock?: Clock | undefined;
}

/** Which trials may begin, and when those under way have to end. */
export interface TrialLimits {
  /** False when no trial may begin any more, of whatever suite. */
  readonly open: boolean;
  /** True once something was refused or ended, for which there is no room. */
  readonly stopped: boolean;
  /** Whether a trial of a suite may begin: who is not let in has no row. May be asked long before: no time counts for it. */
  admits(suite: SuiteIdentity): boolean;
  /**
   * A trial begins, and with the first one of a suite the time of that suite.
   * @param end called when it has to end before its time, with a BudgetSpentError.
   * @returns to be called when it is over.
   */
  begin(suite: SuiteIdentity, end: (reason: BudgetSpentError) => void): () => void;
}

/** A trial that waits elsewhere for whoever does it. */
export interface QueuedTrial {
  /** To be called when the trial begins, and is about to take something. Further calls change nothing. */
  begins(): void;
  /** To be called when the worker that did it is gone: it waits as before. Further calls change nothing. */
  waits(): void;
  /** To be called when the trial is over, whether it has begun or not. */
  over(): void;
}

/** Who pays: a suite, and the target that a trial of it asks; the target is absent for what is no trial. */
export interface Payer extends SuiteIdentity {
  readonly target?: { readonly name: string } | undefined;
}

/** What a run and its suites may take. One for a run, whoever runs its trials. */
export interface Budget extends TrialLimits {
  /** A trial waits to be begun: it may have to end as one that has begun, and what it will take is not counted on yet. */
  queue(suite: SuiteIdentity, end: (reason: BudgetSpentError) => void): QueuedTrial;
  /** What requests for a suite, or for trials of it on a target, are paid from. */
  account(payer: Payer): BudgetAccount;
  /** Time begins to count. */
  start(): void;
  standings(): readonly BudgetStanding[];
  /** Whether there may be room for what was refused, since less was taken than it had seemed; false until that happens again. */
  reopened(): boolean;
  /** Milliseconds until the time of the run is over; Infinity where nothing limits it. */
  timeLeft(): number;
  /** Something that is no trial ended since the time is over. */
  endForTime(): void;
  /** Notes what was taken in the end. Nothing is paid after it. */
  close(): Promise<void>;
}

import type { SuiteIdentity } from '../keys/suite-key.js';

/** What requests take, as far as budgets count it. */
export interface BudgetAmount {
  /** US dollars, ≥ 0. */
  readonly costUsd: number;
  /** Of input and output together, ≥ 0. */
  readonly tokens: number;
}

/** Room that a request holds in a budget. */
export interface Reservation {
  /** How much that is. */
  readonly amount: BudgetAmount;
  /**
   * The request is over: what it took stands in place of what was reserved. A figure that is not reported is left out; what was
   * reserved then stands as taken. More than the first call changes nothing.
   * @param unanswered True where nobody answered the request, and nobody is paid for it: it was refused, or not sent after all. So it
   * says nothing of what others take. Default: false.
   */
  settle(taken: Partial<BudgetAmount>, unanswered?: boolean): void;
}

export interface ReserveOptions {
  /** Ends the wait for room. */
  readonly signal: AbortSignal;
  /** True for what begins a trial: it goes after what goes on with one, and is refused for good as soon as there is no room for it. */
  readonly begins?: boolean | undefined;
  /** Name of whom the request goes to: the target of the trial, or a judge of its reply. */
  readonly recipient?: string | undefined;
  /**
   * True when nothing is known of what such requests take: where what is left is less, one of them may be sent alone to find
   * out, with all that is left as its reservation. None of them begins a trial where trials before took more than what is left.
   * Of those that reserve nothing, since their recipient tells only afterwards what it took, one goes first where money or tokens are limited.
   */
  readonly guessed?: boolean | undefined;
}

/**
 * A budget as one who spends sees it. Room is reserved for the most that a request may take before it is sent, so that all who
 * are under way never take more together than there is. Whoever holds the budget may be in another process.
 */
export interface BudgetAccount {
  /** The suite that has a part in it with a budget of its own; absent where that of the run is all. */
  readonly suite?: SuiteIdentity | undefined;
  /** True once a request was refused, until there is room again for others. */
  readonly spent: boolean;
  /**
   * Reserves room. Waits while others hold so much that there is none, since most take less than they reserve.
   * @param most The most that the request may take.
   * @throws BudgetSpentError when there is no room, and none will come free; the signal's reason when it aborts meanwhile.
   */
  reserve(most: BudgetAmount, options: ReserveOptions): Reservation | Promise<Reservation>;
  /**
   * What begins a trial, or tries that once more, waits for something else than room, such as its turn at a target: it takes nothing until
   * then, and nobody waits for what it may leave. @returns ends that. Absent where nobody minds.
   */
  waits?(): () => void;
  /**
   * What was settled, by whatever process, turns out to be something else: a request that was paid for ahead took less, or did not
   * go out. What is left over is there for others. Whoever calls it sees to it that nothing is corrected twice.
   * @param settled what stands as taken.
   * @param taken what stands in place of it; a figure that is not reported stays.
   */
  correct(settled: BudgetAmount, taken: Partial<BudgetAmount>, options?: Pick<ReserveOptions, 'begins'>): void;
}

import { BudgetSpentError, ProviderError, type BudgetAccount, type BudgetAmount, type Reservation } from '@assay/schema';
import type { RequestEstimate, RequestSize, ToldAmount } from '../budget/request-estimate.js';
import { neverSent } from '../retry/never-sent.js';

/** What a request is paid from, and what is known of it before. */
export interface Paid {
  readonly account: BudgetAccount;
  readonly estimate: RequestEstimate;
  readonly size: RequestSize;
  /** True for one that begins a trial. */
  readonly begins: boolean;
}

/** Room in a budget for one sending of a request. */
export interface Payment {
  /** @param told figures that came with the reply; undefined when none came. @param failure what it failed with. */
  over(told: ToldAmount | undefined, failure?: ProviderError): void;
  /** The request is not sent after all. */
  unused(): void;
  /** Pays the most that the request may take, since what it takes is known long after. @returns how much that is. */
  ahead(): BudgetAmount;
}

/** Milliseconds that an answer of the budget takes where there is room: it may be noted first, or come from another machine. */
export const ANSWER_MS = 500;

export const NOTHING: BudgetAmount = { costUsd: 0, tokens: 0 };

/** True for a failure that nobody is paid for: the server refused the request, or never had it. */
export function costsNothing(error: ProviderError): boolean {
  const { kind, status } = error;
  if (status !== undefined) return status >= 300;
  return kind === 'auth' || kind === 'bad_request' || kind === 'rate_limit' || kind === 'no_recording' || neverSent(error);
}

/**
 * Reserves what a request may take.
 * @param target name of the target, for the error.
 * @throws ProviderError `aborted` when there is no room in the budget; the signal's reason when it aborts while waiting.
 */
export function pay({ account, estimate, size, begins }: Paid, target: string, signal: AbortSignal): Payment | Promise<Payment> {
  const refused = (error: unknown): never => {
    if (!(error instanceof BudgetSpentError)) throw error;
    throw new ProviderError(`target "${target}" was not asked: ${error.message}`, { kind: 'aborted', target, hint: error.hint, cause: error });
  };
  const payment = ({ amount, settle }: Reservation): Payment => ({
    ahead() {
      settle(amount);
      return amount;
    },
    unused: () => settle(NOTHING, true),
    over(told, failure) {
      if (told) settle(estimate.learn(size, told));
      else if (failure && costsNothing(failure)) settle(NOTHING, true);
      else settle({});
    },
  });
  const { most, guessed } = estimate.most(size);
  /** A guess may have waited until others had their replies: what these reported is closer. */
  const again = (reserved: Reservation): Payment | Promise<Payment> => {
    if (!guessed || estimate.most(size).guessed) return payment(reserved);
    reserved.settle(NOTHING, true);
    return pay({ account, estimate, size, begins }, target, signal);
  };
  try {
    const reserved = account.reserve(most, { signal, begins, guessed, recipient: target });
    return reserved instanceof Promise ? reserved.then(again, refused) : payment(reserved);
  } catch (error) {
    return refused(error);
  }
}

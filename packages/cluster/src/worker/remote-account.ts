import { randomUUID } from 'node:crypto';
import { BudgetSpentError, type BudgetAccount, type BudgetAmount, type Reservation } from '@assay/schema';
import type { PaymentOutcome } from '../messages/payment.js';
import type { HeldTrial } from './held-bundles.js';
import type { Questions } from './questions.js';

export interface RemoteAccountOptions {
  readonly trial: Pick<HeldTrial, 'runId' | 'bundleId' | 'index'>;
  readonly questions: Pick<Questions, 'pay'>;
  /** Tells the run what became of room, before the row of the trial. */
  readonly tell: (outcome: PaymentOutcome) => void;
  /** Called when the run does not answer a question. */
  readonly onUnanswered: () => void;
}

const NOTHING: BudgetAmount = { costUsd: 0, tokens: 0 };

/** The budget of a run as the requests of one of its trials see it in a worker: the run holds it. */
export function createRemoteAccount({ trial: { runId, bundleId, index }, questions, tell: send, onUnanswered }: RemoteAccountOptions): BudgetAccount {
  let isSpent = false;
  /** Since a question was answered last. */
  let told: readonly PaymentOutcome[] = [];
  const tell = (outcome: PaymentOutcome): void => {
    told = [...told, outcome];
    send(outcome);
  };

  function reservationOf(id: string, amount: BudgetAmount): Reservation {
    let isSettled = false;
    return {
      amount,
      settle(taken, unanswered = false) {
        if (isSettled) return;
        isSettled = true;
        tell({ id, taken, ...(unanswered ? { unanswered } : {}) });
      },
    };
  }

  return {
    get spent() {
      return isSpent;
    },
    async reserve(most, { signal, begins = false, guessed = false, recipient }) {
      signal.throwIfAborted();
      const sent = told;
      const { nonce, answer, giveUp } = questions.pay(runId, { bundleId, index, most, begins, guessed, recipient, told: sent });
      signal.addEventListener('abort', giveUp, { once: true });
      const reply = await answer.finally(() => signal.removeEventListener('abort', giveUp));
      if (reply) told = told.filter((outcome) => !sent.includes(outcome));
      if (signal.aborted || !reply) {
        // The run may hold room for it all the same.
        tell({ id: nonce, taken: NOTHING, unanswered: true });
        signal.throwIfAborted();
        isSpent = true;
        onUnanswered();
        throw new BudgetSpentError('the run that pays for it does not answer any more', { hint: 'go on with the run (assay run --resume, or resume: true of a program)' });
      }
      if (reply.granted) return reservationOf(nonce, reply.amount);
      isSpent = true;
      throw new BudgetSpentError(reply.message, { hint: reply.hint });
    },
    correct(settled, taken, { begins } = {}) {
      isSpent = false;
      tell({ id: randomUUID(), settled, taken, begins });
    },
  };
}

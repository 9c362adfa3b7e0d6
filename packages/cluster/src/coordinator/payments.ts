import { BudgetSpentError, type BudgetAccount, type Reservation } from '@assay/schema';
import type { PaymentOutcome, PaymentQuestion, PaymentReply } from '../messages/payment.js';

interface Payment {
  readonly giveUp: AbortController;
  /** Undefined while there is no answer. */
  reply?: PaymentReply;
  reservation?: Reservation;
}

/** What the requests of one trial hold in the budget of the run, wherever they are sent. */
export class Payments {
  readonly #account: BudgetAccount;
  readonly #payments = new Map<string, Payment>();
  readonly #corrected: Set<string>;
  #closed = false;

  /** @param corrected Corrections of the trial that were made, which is kept: each comes by two ways, and between them its worker may have been gone. */
  constructor(account: BudgetAccount, corrected: Set<string>) {
    this.#account = account;
    this.#corrected = corrected;
  }

  /**
   * Asks for room. A question that is asked again gets the answer that it had.
   * @param answer called as soon as there is one, and not for a question that is asked again before.
   */
  ask(id: string, question: PaymentQuestion, answer: (reply: PaymentReply) => void): void {
    for (const outcome of question.told) this.settle(outcome);
    const before = this.#payments.get(id);
    if (before) {
      if (before.reply) answer(before.reply);
      return;
    }
    const payment: Payment = { giveUp: new AbortController() };
    this.#payments.set(id, payment);
    void this.#decide(payment, question, answer);
  }

  async #decide(payment: Payment, question: PaymentQuestion, answer: (reply: PaymentReply) => void): Promise<void> {
    payment.reply = await this.#reserve(payment, question);
    answer(payment.reply);
  }

  async #reserve(payment: Payment, { most, begins, guessed, recipient }: PaymentQuestion): Promise<PaymentReply> {
    try {
      const reservation = await this.#account.reserve(most, { signal: payment.giveUp.signal, begins, guessed, recipient });
      payment.reservation = reservation;
      // The trial was over before: nobody tells what it took.
      if (this.#closed) reservation.settle({});
      return { granted: true, amount: reservation.amount };
    } catch (error) {
      const { message, hint } = error instanceof BudgetSpentError ? error : new BudgetSpentError('the run gives no room in its budget any more');
      return { granted: false, message, hint };
    }
  }

  /** What was reserved stands as it was reported. */
  settle({ id, taken, unanswered, settled, begins }: PaymentOutcome): void {
    if (settled) {
      if (!this.#corrected.has(id)) this.#account.correct(settled, taken, { begins });
      this.#corrected.add(id);
      return;
    }
    const payment = this.#payments.get(id);
    if (!payment) return;
    if (!payment.reservation) return payment.giveUp.abort(new Error('nobody waits for it any more'));
    payment.reservation.settle(taken, unanswered);
  }

  /** The trial is over, or its worker is: what was not reported counts as it was reserved. */
  close(): void {
    this.#closed = true;
    for (const { reservation, giveUp } of this.#payments.values()) {
      reservation?.settle({});
      giveUp.abort(new Error('the trial is over'));
    }
  }
}

import type { BudgetAmount } from '@assay/schema';

/** Room in the budget of a run that a worker asks for, for one request of a trial. */
export interface PaymentQuestion {
  readonly bundleId: string;
  /** The place of the trial in it. */
  readonly index: number;
  /** The most that the request may take. */
  readonly most: BudgetAmount;
  readonly begins: boolean;
  readonly guessed: boolean;
  /** Name of whom the request goes to. */
  readonly recipient?: string | undefined;
  /** What became of room that the trial had before, also where that is on its way already: this may be sooner. */
  readonly told: readonly PaymentOutcome[];
}

/** What a run says to that: room, or why there is none. */
export type PaymentReply = { readonly granted: true; readonly amount: BudgetAmount } | { readonly granted: false; readonly message: string; readonly hint?: string | undefined };

/** What became of room that was held, or of what stands as taken. */
export interface PaymentOutcome {
  /** The question with which it was asked for; for a correction an id of its own. */
  readonly id: string;
  /** What was taken; a figure that was not reported is absent. */
  readonly taken: Partial<BudgetAmount>;
  /** Of a request that nobody answered, as of a reservation that is settled. Absent for others. */
  readonly unanswered?: true | undefined;
  /** What that stands in place of, for a correction. */
  readonly settled?: BudgetAmount | undefined;
  /** Of a correction: what began a trial. */
  readonly begins?: boolean | undefined;
}

/** Without spaces, as part of a message. */
export function encodePayment(value: PaymentQuestion | PaymentReply): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** What was encoded; undefined for what is nothing like it. To be asked of signed texts alone: its parts are not looked at. */
export function decodePayment<T extends PaymentQuestion | PaymentReply>(text: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
  } catch {
    return undefined;
  }
}

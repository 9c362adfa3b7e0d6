import { AssayError } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';
import { isError } from './inspecting/is-error.js';

/** What a run, or a suite of it, may spend does not allow for a request: nothing was sent. */
export class BudgetSpentError extends AssayError {
  static {
    recognizeCopies(this, 'BudgetSpentError');
  }

  readonly code = 'budget';
  override readonly name = 'BudgetSpentError';
}

/** Most errors that lie behind one another are looked through. */
const DEPTH = 10;

/** The refusal of a budget that an error is, or comes from; undefined for any other error. */
export function budgetRefusal(error: unknown): BudgetSpentError | undefined {
  let each = error;
  for (let depth = 0; depth < DEPTH && isError(each); depth += 1) {
    if (each instanceof BudgetSpentError) return each;
    each = each.cause;
  }
  return undefined;
}

import { inWords, isAssayError, toErrorInfo, type PageError } from '@assay/schema';
import { failureText } from '../../../files/failure-text.js';
import { sayOptionIn } from '../../../options/option-words.js';

/** An answer that says what is wrong with a request. */
export class PageFailure extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/** What an error is answered with: what cannot be read is not the fault of who asks. */
export function failureAnswer(error: unknown): { readonly status: number; readonly body: PageError } {
  if (error instanceof PageFailure) return { status: error.status, body: { message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) } };
  // Who looks at the page started it on a command line.
  const { hint } = isAssayError(error) ? inWords(error, sayOptionIn()) : toErrorInfo(error);
  return { status: isAssayError(error) ? 422 : 500, body: { message: failureText(error), ...(hint === undefined ? {} : { hint }) } };
}

import { isError } from './is-error.js';

/** What is wrong, in words: the message of an error, or as a text whatever else was thrown. */
export function errorText(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

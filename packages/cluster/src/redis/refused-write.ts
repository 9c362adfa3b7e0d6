import { errorText, QueueError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';
import { lacksRights } from './lacks-rights.js';

/** What a server says begins with, when it takes nothing, and what is to be done about it. */
const FIXES: Readonly<Record<string, string>> = {
  OOM: 'its memory is full: give it more (maxmemory). Rows stay there until their run has fetched them',
  READONLY: 'it has become a replica, which nobody can write to: name the server that it is a replica of now',
  MISCONF: 'it cannot save what it holds: is its disk full?',
  WRONGTYPE: 'something else stands there under the names of the queue: give it names of its own (?prefix=NAME)',
  NOAUTH: 'it asks for another password now',
  WRONGPASS: 'it asks for another user or password now',
  DENIED: 'it serves its own machine alone, as it does without a password: give it one (requirepass), and name that in the address',
};
/** What it says when there is another number, or none, where it counts. */
const IS_NO_COUNT = /\bvalue is not an integer\b|\bincrement or decrement would overflow\b/u;
/** What a server says that has as many clients as it takes. */
const IS_FULL = /\bmax number of clients\b/u;

/** What is to be done about what a server says; undefined where its words tell nothing. */
export function fixFor(text: string): string | undefined {
  if (lacksRights(text)) return 'the rights that are needed stand in docs/scale.md';
  if (IS_FULL.test(text)) return 'it has as many clients as it takes: end some, or let it take more (maxclients). A run takes three, and so does each worker';
  return FIXES[IS_NO_COUNT.test(text) ? 'WRONGTYPE' : (text.split(' ', 1)[0] ?? '')];
}

/** What a server says without the script that it comes out of, which it tells as well. */
export function withoutScript(text: string): string {
  return text.replace(/\s*script: [\da-f]+, on @?\w+:\d+\.?$/u, '');
}

/**
 * The words of a server that takes nothing, or gives nothing, any more.
 * @param what it does not.
 */
export function refusedWrite(error: unknown, what: 'takes no jobs' | 'takes no rows' | 'gives no jobs' | 'gives no rows', { shown }: Pick<QueueAddress, 'shown'>): QueueError {
  // Somebody has waited for it, and has put it in words.
  if (error instanceof QueueError) return error;
  const text = withoutScript(errorText(error));
  const fix = fixFor(text) ?? 'what does its log say?';
  const then = what === 'takes no jobs' || what === 'gives no rows' ? '; then go on with the run' : '';
  return new QueueError(`the queue at ${shown} ${what}: ${text}`, { hint: `${fix}${then}`, cause: error });
}

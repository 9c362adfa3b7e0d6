import { errorText, type AssayError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';
import { firstWords } from './first-words.js';
import { refusedConnection } from './refused-connection.js';
import { refusedEntry } from './refused-entry.js';

/** Whether a connection broke without a word, as far as a client hears them. */
function isCut(error: unknown): boolean {
  return /\b(?:EPIPE|ECONNRESET|Connection is closed)\b/u.test(errorText(error));
}

/** Why a connection is not to be had, in words that say what to do. Of one that was cut the server is asked for its own. */
export async function whyRefused(error: unknown, address: QueueAddress): Promise<AssayError> {
  const words = isCut(error) ? await firstWords(address) : undefined;
  return words === undefined ? refusedConnection(error, address) : refusedEntry(words, address);
}

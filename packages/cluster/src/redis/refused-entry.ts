import { QueueError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';
import { fixFor } from './refused-write.js';

/** What the server says when it lets nobody in, as it is told: of one that says how it is set up, the first sentence. */
export function entryWords(words: string): string {
  return words.split('. ', 1)[0] ?? words;
}

/** The words of a server that lets nobody in, whoever it is. */
export function refusedEntry(words: string, { shown }: Pick<QueueAddress, 'shown'>): QueueError {
  return new QueueError(`the queue at ${shown} lets nobody in: ${entryWords(words)}`, { hint: fixFor(words) ?? 'what does its log say?' });
}

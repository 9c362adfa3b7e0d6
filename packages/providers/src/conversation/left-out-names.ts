import type { Message } from '@assay/schema';
import type { CallContext } from '../http/errors/api-error.js';

/** A warning where messages say who wrote them, for formats that have no place for it. */
export function leftOutNames(messages: readonly Message[], { provider }: CallContext): readonly string[] {
  const names = messages.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length === 0) return [];
  return [`the names of messages (${[...new Set(names)].join(', ')}) were left out: ${provider} has no place for them in what it was sent`];
}

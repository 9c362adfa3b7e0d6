/**
 * What Node says of an argument, without the value that it shows: `… must be a string without null bytes.
 * Received 'sk-…'`. The value may be a secret, and is written as Node likes.
 */
export function withoutValue(message: string): string {
  const at = message.search(/[.,;:]?\s+Received\b/u);
  return at === -1 ? message : message.slice(0, at);
}

import type { Readable } from 'node:stream';

/** The body of a request to our own `fetch`, where it is a stream of Node: its length is in the headers. */
export function streamedBody({ body }: RequestInit): Readable | undefined {
  const given: unknown = body;
  return typeof given === 'object' && given !== null && 'pipe' in given ? (given as Readable) : undefined;
}

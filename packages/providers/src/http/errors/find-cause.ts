import { isError } from '@assay/schema';

/** Deepest cause that is looked at: a chain may lead back to itself. */
const MOST_CAUSES = 8;

/** The error of a kind that an error is or was caused by: SDKs wrap what they are told. */
export function findCause<T extends Error>(error: unknown, kind: abstract new (...args: never) => T): T | undefined {
  let current = error;
  for (let depth = 0; depth < MOST_CAUSES && isError(current); depth += 1) {
    if (current instanceof kind) return current;
    current = current.cause;
  }
  return undefined;
}

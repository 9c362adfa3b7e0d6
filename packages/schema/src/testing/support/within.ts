import { AssertionError } from 'node:assert/strict';

/** Long enough for a busy machine: it only ends tests that would never end. */
const GUARD_MS = 10_000;

/** The promise, or an AssertionError when it never settles. */
export async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const guard = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AssertionError({ message: `${what} did not end` })), GUARD_MS);
  });
  try {
    return await Promise.race([promise, guard]);
  } finally {
    clearTimeout(timer);
  }
}

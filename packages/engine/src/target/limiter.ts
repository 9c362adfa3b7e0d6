import { UsageError } from '@assay/schema';

/** Lets a bounded number of tasks run at once; the others wait in order of arrival. */
export interface Limiter {
  /**
   * Waits for a place, runs the task and frees the place.
   * @throws the signal's reason when it aborts while waiting; what the task throws.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Makes a limiter. Share one between all uses of a target, so that trials and judges together
 * stay within its `workers`.
 * @param places whole number ≥ 1.
 * @throws UsageError for anything else.
 */
export function createLimiter(places: number): Limiter {
  if (!Number.isInteger(places) || places < 1) {
    throw new UsageError(`a limit of ${places} at once is not possible: it is a whole number from 1`);
  }
  let free = places;
  /** A Set keeps the order of arrival and forgets one that gave up in constant time. */
  const waiting = new Set<() => void>();

  const enter = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = (): void => {
        waiting.delete(admit);
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        waiting.delete(admit);
        reject(signal?.reason);
      };
      waiting.add(admit);
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };

  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

import { UsageError } from '@assay/schema';

/** The place of a task that is running. */
export interface Place {
  /**
   * Waits for room that others may hold, some of whom may wait for a place here.
   * @param giveUp Called when the task is not to wait any longer: all who have a place wait like this, and somebody
   * urgent waits for one.
   * @returns settles as `room` does.
   */
  waitFor(room: Promise<void>, giveUp: () => void): Promise<void>;
}

interface LimiterRun {
  readonly signal?: AbortSignal | undefined;
  /** Others hold room and wait for this task. Default false. */
  readonly urgent?: boolean | undefined;
}

/** Lets a bounded number of tasks run at once; the others wait in order of arrival. */
export interface Limiter {
  /**
   * Waits for a place, runs the task and frees the place.
   * @throws the signal's reason when it aborts while waiting; what the task throws.
   */
  run<T>(task: (place: Place) => Promise<T>, options?: LimiterRun): Promise<T>;
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
  const waiting = new Set<{ readonly urgent: boolean; readonly admit: () => void }>();
  /** By those who have a place and wait for room. */
  const waitingForRoom = new Set<() => void>();

  /** A place that nobody would ever leave is left after all. */
  const relieve = (): void => {
    const [giveUp] = waitingForRoom;
    if (!giveUp || waitingForRoom.size < places || ![...waiting].some(({ urgent }) => urgent)) return;
    waitingForRoom.delete(giveUp);
    giveUp();
  };

  const place: Place = {
    async waitFor(room, giveUp) {
      waitingForRoom.add(giveUp);
      relieve();
      try {
        await room;
      } finally {
        waitingForRoom.delete(giveUp);
      }
    },
  };

  const enter = ({ signal, urgent = false }: LimiterRun): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry = {
        urgent,
        admit(): void {
          waiting.delete(entry);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        waiting.delete(entry);
        reject(signal?.reason);
      };
      waiting.add(entry);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (urgent) relieve();
    });

  const leave = (): void => {
    const [next] = waiting;
    if (next) next.admit();
    else free += 1;
  };

  return {
    async run(task, options = {}) {
      options.signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await enter(options);
      try {
        return await task(place);
      } finally {
        leave();
      }
    },
  };
}

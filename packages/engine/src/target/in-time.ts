import type { Clock } from '../clock/clock.js';

/** What comes within a time; undefined when it does not, and goes on coming. @throws what it fails with within that time. */
export async function inTime<T extends object>(coming: Promise<T>, ms: number, clock: Pick<Clock, 'timer'>): Promise<T | undefined> {
  let stop: (() => void) | undefined;
  const late = new Promise<undefined>((resolve) => {
    stop = clock.timer(ms, () => resolve(undefined));
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    stop?.();
  }
}

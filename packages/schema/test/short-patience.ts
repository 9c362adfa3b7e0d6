import { onTestFinished, vi } from 'vitest';

/** What a check waits for something that never comes is at least this long, in milliseconds. */
const LONG_MS = 5_000;
const FACTOR = 5;

/** For the rest of the test, every long wait is a fifth as long: for those that have to run out. Everything else takes its time. */
export function withShortPatience(): void {
  const inEarnest = globalThis.setTimeout;
  vi.stubGlobal(
    'setTimeout',
    Object.assign(
      (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => inEarnest(callback, delay >= LONG_MS ? delay / FACTOR : delay, ...args),
      inEarnest,
    ),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { CollectedOutput } from './collect-output.js';

/** Silence after which nothing is expected any more from outputs that somebody else holds open. */
const QUIET_MS = 100;
const LONGEST_MS = 1_000;
const STEP_MS = 25;

/**
 * Waits for the last of what a program wrote that has ended: until its outputs are closed, or, when
 * a process in the background holds them open, until nothing has arrived for a moment. An output that
 * waits for room is waited for.
 */
export async function drainOutputs(isClosed: () => boolean, outputs: readonly CollectedOutput[]): Promise<void> {
  let start = performance.now();
  while (!isClosed()) {
    const now = performance.now();
    if (outputs.some(({ waits }) => waits)) start = now;
    const quiet = now - Math.max(start, ...outputs.map(({ lastAt }) => lastAt));
    if (quiet >= QUIET_MS || now - start >= LONGEST_MS) return;
    // Both, since a timer may fire before what has arrived meanwhile is read.
    await nextTurn();
    if (!isClosed()) await wait(STEP_MS);
    await nextTurn();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './passing-refusal.js';
import { ToldRefusals, type ToldRefusalsOptions } from './told-refusals.js';

/** Milliseconds until a server that takes nothing is looked at again. */
const LOOK_AGAIN_MS = 500;

/**
 * Does the first things at a server, again and again while it takes nothing for now: whoever comes then waits as long as those who are there.
 * @throws what the server says for any other reason, or when nobody waits any more.
 */
export async function whenTaken(first: () => Promise<void>, options: ToldRefusalsOptions): Promise<void> {
  const told = new ToldRefusals(options);
  const since = performance.now();
  for (;;) {
    try {
      await first();
      return told.taken();
    } catch (error) {
      if (!isPassing(error) || performance.now() - since >= options.address.patienceMs) throw error;
      told.refused(error);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

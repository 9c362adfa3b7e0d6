import { setTimeout as sleep } from 'node:timers/promises';
import { QueueError } from '@assay/schema';
import { isPassing } from './passing-refusal.js';
import { ToldRefusals, type ToldRefusalsOptions } from './told-refusals.js';

/** Milliseconds until a server that takes nothing is looked at again. */
const LOOK_AGAIN_MS = 500;

/** What the server itself said, where that was put in other words. */
function said(error: unknown): unknown {
  return error instanceof QueueError ? (error.cause ?? error) : error;
}

/**
 * Connects to a server, again and again while it takes nothing for now: whoever comes then waits as long as those who are there. So it is
 * while a server that took nothing cannot be reached, since it may have been started again for that.
 * @throws what comes of it for any other reason, or when nobody waits any more.
 */
export async function whenTaken<T>(connect: () => Promise<T>, options: ToldRefusalsOptions): Promise<T> {
  const told = new ToldRefusals(options);
  const since = performance.now();
  let wasRefused = false;
  for (;;) {
    try {
      const made = await connect();
      told.taken();
      return made;
    } catch (error) {
      const passes = isPassing(said(error));
      if (!(passes || (wasRefused && error instanceof QueueError)) || performance.now() - since >= options.address.patienceMs) throw error;
      wasRefused = true;
      if (passes) told.refused(said(error));
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

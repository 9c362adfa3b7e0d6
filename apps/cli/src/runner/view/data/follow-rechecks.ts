import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often it is looked for rechecks, in milliseconds. */
const EVERY_MS = 1000;
/** At most a tenth of the time is spent on telling, since that takes a look at every row. */
const SPARED = 10;

async function sizeOf(folder: string): Promise<number> {
  try {
    return (await stat(join(folder, 'rechecks.jsonl'))).size;
  } catch {
    return 0;
  }
}

/**
 * Tells of rechecks of a run that goes on, when there are more of them, until it is aborted.
 * @param folder of the run, absolute
 */
export async function followRechecks(folder: string, tell: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  let told = await sizeOf(folder);
  let pause = EVERY_MS;
  while (await sleep(pause, true, { signal }).catch(() => false)) {
    const size = await sizeOf(folder);
    if (size === told || signal.aborted) continue;
    told = size;
    const began = performance.now();
    // What cannot be read is reported when the run has ended.
    await tell().catch(() => undefined);
    pause = Math.max(EVERY_MS, SPARED * (performance.now() - began));
  }
}

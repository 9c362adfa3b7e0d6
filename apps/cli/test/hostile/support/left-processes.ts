import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Those of the processes that run: a zombie does not. */
export async function alive(pids: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')));
  return pids.filter((_, index) => !/\) [ZX]/u.test(states[index] ?? ''));
}

/** Every process that was started with the folder as its home or in its PATH: programs, daemons and the watcher. */
export async function startedIn(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return alive(pids.filter((_, index) => environments[index]?.includes(folder)));
}

/** Waits until it is so; false when that takes too long. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < 40_000; await sleep(50)) if (await condition()) return true;
  return false;
}

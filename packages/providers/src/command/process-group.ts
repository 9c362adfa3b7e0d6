import { setTimeout as wait } from 'node:timers/promises';

/** Time to tidy up between the polite signal and the last one. */
const GRACE_MS = 2_000;
const STEP_MS = 25;

const running = new Set<number>();
let guarded = false;

/** Sends a signal to a process and everything that it started. False when nothing is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch (error) {
    // EPERM: somebody is left, who may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Remembers a group, so that it does not outlive Assay itself. Returns the way to forget it. */
export function guardGroup(pid: number): () => void {
  running.add(pid);
  if (!guarded) {
    guarded = true;
    process.once('exit', () => {
      for (const left of running) signalGroup(left, 'SIGKILL');
    });
  }
  return () => running.delete(pid);
}

/** Ends a group: SIGTERM, and SIGKILL for whatever is left after a grace. */
export async function endGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  const deadline = performance.now() + GRACE_MS;
  while (performance.now() < deadline) {
    await wait(STEP_MS);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

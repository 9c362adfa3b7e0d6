import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEndedInAllButName } from './living-group.js';

/** Time to tidy up between the polite signal and the last one. */
const GRACE_MS = 2_000;
const STEP_MS = 25;

const onWindows = process.platform === 'win32';
const running = new Set<number>();
let guarded = false;

function taskkill(pid: number): readonly string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

/** Sends a signal to a process and everything in its group. False when nothing is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // EPERM: somebody is left, who may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function killAll(): void {
  for (const pid of running) {
    if (onWindows) spawnSync('taskkill', taskkill(pid), { stdio: 'ignore', windowsHide: true });
    else signalGroup(pid, 'SIGKILL');
  }
}

/**
 * Remembers the group that a process leads, so that it ends with this process when that exits.
 * Returns the way to forget it.
 */
export function guardGroup(pid: number): () => void {
  running.add(pid);
  if (!guarded) {
    guarded = true;
    process.once('exit', killAll);
  }
  return () => running.delete(pid);
}

/**
 * Windows has no groups and no polite signal: a process is ended with those that it started, while it is there itself.
 * With Node's own `spawn`, as at the exit of this process, where nothing can be loaded or waited for any more.
 */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', taskkill(pid), { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

/** Ends a group: SIGTERM, and SIGKILL for whatever is left after a grace. A group that is gone is no error. */
export async function endGroup(pid: number): Promise<void> {
  if (onWindows) return endTree(pid);
  if (!signalGroup(pid, 'SIGTERM')) return;
  const start = performance.now();
  // A look at all processes takes longer than a signal, so it comes less and less often.
  let nextLook = STEP_MS;
  for (let waited = 0; waited < GRACE_MS; waited = performance.now() - start) {
    await wait(STEP_MS);
    if (!signalGroup(pid, 0)) return;
    if (performance.now() - start < nextLook) continue;
    // A process that starts another one and ends while the table is read hides it from the first look.
    if ((await hasEndedInAllButName(pid)) && (await hasEndedInAllButName(pid))) return;
    nextLook *= 2;
  }
  signalGroup(pid, 'SIGKILL');
}

/** Ends what a program that has ended itself left in its group. Windows cannot tell what that is. */
export async function endLeftovers(pid: number): Promise<void> {
  if (!onWindows) await endGroup(pid);
}

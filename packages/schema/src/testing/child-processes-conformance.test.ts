import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { ChildProcesses } from '../contracts/child-processes.js';
import { childProcessesConformance } from './child-processes-conformance.js';

const ENDED = 'what a program leaves in the background is ended when it has ended, and nothing of a program that runs; one that never ran leaves nothing';

/** Ends nothing at all, or the groups of all programs when one of them has ended. */
function watching(onEnded: (pids: readonly number[]) => void): ChildProcesses {
  const started: number[] = [];
  return { watch: () => ({ env: {}, started: (pid) => void started.push(pid), ended: () => onEnded(started) }) };
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) process.kill(-pid, 'SIGKILL');
}

describe.skipIf(process.platform === 'win32')('programs that nobody watches', () => {
  test('what they leave behind is found', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let ended = false;
    const checks = childProcessesConformance(() => ({ processes: watching((pids) => (ended = pids.length > 0)), close: () => undefined }));
    const found: string[] = [];
    const over = (async () => found.push(...(await brokenPromises(checks.filter(({ name }) => name === ENDED))), 'over'))();
    // Programs take their time; who waits for what is never ended does not have to.
    while (found.at(-1) !== 'over') {
      await wait(5);
      if (ended) await vi.advanceTimersByTimeAsync(1_000);
    }
    await over;
    expect(found).toEqual([ENDED, 'over']);
  });

  test('programs that are ended with others are found', async () => {
    const checks = childProcessesConformance(() => ({ processes: watching(killAll), close: () => undefined })).filter(({ name }) => name === ENDED);
    expect(await brokenPromises(checks)).toEqual([ENDED]);
  });
});

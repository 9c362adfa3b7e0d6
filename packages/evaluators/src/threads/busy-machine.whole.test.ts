import { expect, test, vi } from 'vitest';
import { ENDLESS, QUICK, runIn } from '../../test/task-runs.js';
import { TaskThreads } from './task-threads.js';

test('time in which the machine does other things does not count', async () => {
  const real = process.cpuUsage.bind(process);
  // This process got a tenth of a core.
  const busy = vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    const { user, system } = real();
    return { user: user / 10, system: system / 10 };
  });
  try {
    const threads = new TaskThreads(1);
    expect(await runIn(threads, QUICK)).toEqual([true, false]);
    const began = performance.now();
    await expect(runIn(threads, ENDLESS, { deadlineMs: 100 })).rejects.toThrow('late');
    const took = performance.now() - began;
    // A task that computes all the time has used its 100 ms after that.
    expect(took).toBeGreaterThan(700);
  } finally {
    busy.mockRestore();
  }
});

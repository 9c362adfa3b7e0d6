import { UnscoredError } from '@assay/schema';
import { expect, test, vi } from 'vitest';
import { TaskThreads } from './task-threads.js';
import type { Task, Tasks } from './tasks.js';

const LONG_MS = 120_000;

const failure = (why: 'late' | { readonly message: string }): UnscoredError => new UnscoredError(why === 'late' ? 'late' : why.message);

function run(threads: TaskThreads, input: Tasks['match']['input'], { deadlineMs = LONG_MS, signal }: { deadlineMs?: number; signal?: AbortSignal } = {}): Promise<unknown> {
  const job: Task = { task: 'match', input };
  return new Promise((resolve, reject) => threads.run({ job, deadlineMs, signal, failure, resolve, reject }));
}

const ENDLESS: Tasks['match']['input'] = [`${'a'.repeat(40)}b`, ['^(a+)+$', 'u']];
const QUICK: Tasks['match']['input'] = ['abc', ['b', 'u'], ['x', 'u']];

test('a task that hangs does not hold up one behind it, as long as there may be another thread', async () => {
  const threads = new TaskThreads(2);
  const stop = new AbortController();
  const hanging = run(threads, ENDLESS, { signal: stop.signal });
  // Two, since the first may find the thread of the one that hangs before that has begun.
  expect(await Promise.all([run(threads, QUICK), run(threads, QUICK)])).toEqual([[true, false], [true, false]]);
  stop.abort(new TypeError('stopped'));
  await expect(hanging).rejects.toThrow('stopped');
});

test('one that takes too long ends with its thread, and those that wait go on in a new one', async () => {
  const threads = new TaskThreads(1);
  const late = run(threads, ENDLESS, { deadlineMs: 200 });
  const waiting = run(threads, QUICK);
  await expect(late).rejects.toThrow('late');
  expect(await waiting).toEqual([true, false]);
});

test('one that is aborted while it waits is not begun', async () => {
  const threads = new TaskThreads(1);
  const [hanging, waiting] = [new AbortController(), new AbortController()];
  const first = run(threads, ENDLESS, { signal: hanging.signal });
  const second = run(threads, QUICK, { signal: waiting.signal });
  waiting.abort(new TypeError('not any more'));
  await expect(second).rejects.toThrow('not any more');
  hanging.abort(new TypeError('stopped'));
  await expect(first).rejects.toThrow('stopped');
  await expect(run(threads, QUICK, { signal: AbortSignal.abort(new TypeError('before')) })).rejects.toThrow('before');
});

test('what a task says is wrong does not end its thread', async () => {
  const threads = new TaskThreads(1);
  await expect(run(threads, ['a', ['(', 'u']])).rejects.toThrow('Invalid regular expression');
  expect(await run(threads, QUICK)).toEqual([true, false]);
});

test('time in which the machine does other things does not count', async () => {
  const real = process.cpuUsage.bind(process);
  // This process got a tenth of a core.
  const busy = vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    const { user, system } = real();
    return { user: user / 10, system: system / 10 };
  });
  try {
    const threads = new TaskThreads(1);
    expect(await run(threads, QUICK)).toEqual([true, false]);
    const began = performance.now();
    await expect(run(threads, ENDLESS, { deadlineMs: 100 })).rejects.toThrow('late');
    const took = performance.now() - began;
    // A task that computes all the time has used its 100 ms after that.
    expect(took).toBeGreaterThan(700);
  } finally {
    busy.mockRestore();
  }
});

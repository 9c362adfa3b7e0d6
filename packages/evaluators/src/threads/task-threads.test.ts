import { expect, test } from 'vitest';
import { ENDLESS, QUICK, runIn } from '../../test/task-runs.js';
import { TaskThreads } from './task-threads.js';

test('a task that hangs does not hold up one behind it, as long as there may be another thread', async () => {
  const threads = new TaskThreads(2);
  const stop = new AbortController();
  const hanging = runIn(threads, ENDLESS, { signal: stop.signal });
  // Two, since the first may find the thread of the one that hangs before that has begun.
  expect(await Promise.all([runIn(threads, QUICK), runIn(threads, QUICK)])).toEqual([[true, false], [true, false]]);
  stop.abort(new TypeError('stopped'));
  await expect(hanging).rejects.toThrow('stopped');
});

test('one that takes too long ends with its thread, and those that wait go on in a new one', async () => {
  const threads = new TaskThreads(1);
  const late = runIn(threads, ENDLESS, { deadlineMs: 200 });
  const waiting = runIn(threads, QUICK);
  await expect(late).rejects.toThrow('late');
  expect(await waiting).toEqual([true, false]);
});

test('one that is aborted while it waits is not begun', async () => {
  const threads = new TaskThreads(1);
  const [hanging, waiting] = [new AbortController(), new AbortController()];
  const first = runIn(threads, ENDLESS, { signal: hanging.signal });
  const second = runIn(threads, QUICK, { signal: waiting.signal });
  waiting.abort(new TypeError('not any more'));
  await expect(second).rejects.toThrow('not any more');
  hanging.abort(new TypeError('stopped'));
  await expect(first).rejects.toThrow('stopped');
  await expect(runIn(threads, QUICK, { signal: AbortSignal.abort(new TypeError('before')) })).rejects.toThrow('before');
});

test('what a task says is wrong does not end its thread', async () => {
  const threads = new TaskThreads(1);
  await expect(runIn(threads, ['a', ['(', 'u']])).rejects.toThrow('Invalid regular expression');
  expect(await runIn(threads, QUICK)).toEqual([true, false]);
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JobPacker } from './job-packer.js';

function packerOf({ isUrgent = (): boolean => false, size = 4, sizeOf = (_followed: number): number => size } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent: (readonly number[])[] = [];
  const packer = new JobPacker<number>({ sizeOf, enough: () => 12, isUrgent, send: (jobs) => sent.push(jobs) });
  return { packer, sent };
}

/** Lets so many milliseconds pass, 15 at once unless given, and each time whatever is due. */
async function pass(ms: number, step = 15): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    vi.advanceTimersByTime(step);
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
}

test('jobs that come at nearly the same time travel together, in their order', async () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5, 6, 7, 8]) packer.add(job);
  expect(sent).toEqual([]);
  await pass(15);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8]]);
});

test('the first ones leave as soon as no others follow, later ones gather', async () => {
  const { packer, sent } = packerOf({ isUrgent: () => true });
  for (const job of [1, 2]) packer.add(job);
  await pass(1, 1);
  expect(sent).toEqual([[1, 2]]);
  packer.add(3);
  await pass(14, 14);
  expect(sent).toHaveLength(1);
  packer.add(4);
  await pass(15);
  expect(sent).toEqual([[1, 2], [3, 4]]);
});

test('what fills no bundle waits for more while workers have enough to do, and not for long', async () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5]) packer.add(job);
  await pass(15);
  expect(sent).toEqual([[1, 2, 3, 4]]);
  await pass(30);
  for (const job of [6, 7, 8, 9]) packer.add(job);
  await pass(15);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8]]);
  await pass(285);
  expect(sent).toHaveLength(2);
  await pass(30);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]]);
});

test('what workers wait for travels as it is', async () => {
  let urgent = false;
  const { packer, sent } = packerOf({ isUrgent: () => urgent });
  packer.add(1);
  await pass(30);
  expect(sent).toEqual([]);
  urgent = true;
  await pass(15);
  expect(sent).toEqual([[1]]);
});

test('while others follow at once it waits for enough of them, and says how many there are', async () => {
  const followed: number[] = [];
  const { packer, sent } = packerOf({
    sizeOf(jobs) {
      followed.push(jobs);
      return Math.max(1, jobs);
    },
  });
  // As they are planned: one, and the next when everything else has gone on.
  const planned = (async () => {
    for (let job = 1; job <= 15; job += 1) {
      packer.add(job);
      await turn();
    }
  })();
  vi.advanceTimersByTime(15);
  await planned;
  await pass(30);
  expect(followed).toEqual([expect.any(Number), 0]);
  expect(followed[0]).toBeGreaterThanOrEqual(12);
  expect(sent.map((jobs) => jobs.length)).toEqual([followed[0], ...Array.from({ length: 15 - (followed[0] ?? 0) }, () => 1)]);
});

test('a packer that is closed sends nothing more', async () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5]) packer.add(job);
  await pass(15);
  packer.close();
  packer.add(6);
  await pass(1_000);
  expect(sent).toEqual([[1, 2, 3, 4]]);
});

test('what was about to leave stays when it is closed', async () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4]) packer.add(job);
  vi.advanceTimersByTime(15);
  packer.close();
  await pass(30);
  expect(sent).toEqual([]);
});

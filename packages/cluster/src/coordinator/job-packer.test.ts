import { expect, onTestFinished, test, vi } from 'vitest';
import { JobPacker } from './job-packer.js';

function packerOf({ isUrgent = (): boolean => false, size = 4 } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: (readonly number[])[] = [];
  const packer = new JobPacker<number>({ sizeOf: () => size, isUrgent, send: (jobs) => sent.push(jobs) });
  return { packer, sent };
}

test('jobs that come at nearly the same time travel together, in their order', () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5, 6, 7, 8]) packer.add(job);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(15);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8]]);
});

test('what fills no bundle waits for more while workers have enough to do, and not for long', () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5]) packer.add(job);
  vi.advanceTimersByTime(15);
  expect(sent).toEqual([[1, 2, 3, 4]]);
  vi.advanceTimersByTime(30);
  for (const job of [6, 7, 8, 9]) packer.add(job);
  vi.advanceTimersByTime(15);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8]]);
  vi.advanceTimersByTime(285);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(30);
  expect(sent).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]]);
});

test('what workers wait for travels as it is', () => {
  let urgent = false;
  const { packer, sent } = packerOf({ isUrgent: () => urgent });
  packer.add(1);
  vi.advanceTimersByTime(30);
  expect(sent).toEqual([]);
  urgent = true;
  vi.advanceTimersByTime(15);
  expect(sent).toEqual([[1]]);
});

test('a packer that is closed sends nothing more', () => {
  const { packer, sent } = packerOf();
  for (const job of [1, 2, 3, 4, 5]) packer.add(job);
  vi.advanceTimersByTime(15);
  packer.close();
  packer.add(6);
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([[1, 2, 3, 4]]);
});

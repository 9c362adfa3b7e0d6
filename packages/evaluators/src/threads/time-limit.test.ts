import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeLimit } from './time-limit.js';

/** Milliseconds on the clock, and of computing. */
let clock = 0;
let computed = 0;

beforeEach(() => {
  // Long after all limits that began before.
  clock = Math.ceil(Math.max(clock, performance.now())) + 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: computed * 600, system: computed * 400 }));
});
afterEach(() => vi.restoreAllMocks());

function pass(milliseconds: number, share: number): void {
  clock += milliseconds;
  computed += milliseconds * share;
}

test('work that has a core to itself is late after its time', () => {
  const limit = new TimeLimit(100);
  expect(limit.left).toBe(100);
  pass(99, 1);
  expect([limit.left, limit.isOver]).toEqual([1, false]);
  pass(1, 1);
  expect([limit.left, limit.isOver]).toEqual([0, true]);
});

test('time in which others had the core is not its own', () => {
  const limit = new TimeLimit(100);
  pass(100, 0.5);
  expect([limit.left, limit.isOver]).toEqual([40, false]);
  pass(79, 0.5);
  expect(limit.isOver).toBe(false);
  pass(1, 0.5);
  expect(limit.isOver).toBe(true);
});

test('after ten times its time it is late in any case', () => {
  const limit = new TimeLimit(100);
  pass(999, 0);
  expect([limit.left, limit.isOver]).toEqual([1, false]);
  pass(1, 0);
  expect(limit.isOver).toBe(true);
});

test('what was computed before it began is not its own, but for a few milliseconds', () => {
  const first = new TimeLimit(100);
  pass(4, 1);
  const near = new TimeLimit(100);
  pass(60, 1);
  const later = new TimeLimit(100);
  pass(200, 0);
  expect([first.isOver, near.left, later.left]).toEqual([false, 26, 90]);
});

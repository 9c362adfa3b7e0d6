import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobWindow } from './job-window.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One that is full again and again. */
function opened(steps: number): JobWindow {
  const window = new JobWindow(() => window.sent());
  window.sent();
  vi.advanceTimersByTime(100 * steps);
  return window;
}

test('opens step by step to a thousand, and follows what is under way', () => {
  const window = new JobWindow(() => undefined);
  expect([window.of(0), window.of(300)]).toEqual([250, 600]);
  expect(opened(1).of(0)).toBe(400);
  expect([opened(10).of(0), opened(10).of(600)]).toEqual([1000, 1200]);
});

test('waits with a step while workers take what was sent', () => {
  const onOpen = vi.fn<() => void>();
  const window = new JobWindow(onOpen);
  window.sent();
  window.sent();
  vi.advanceTimersByTime(99);
  expect([window.of(0), onOpen.mock.calls.length]).toEqual([250, 0]);
  vi.advanceTimersByTime(1);
  expect([window.of(0), onOpen.mock.calls.length]).toEqual([400, 1]);
  vi.advanceTimersByTime(1000);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('does not wait when there is nothing to wait for', () => {
  const onOpen = vi.fn<() => void>();
  const window = new JobWindow(onOpen);
  window.hurry();
  vi.advanceTimersByTime(1);
  expect(onOpen).not.toHaveBeenCalled();
  window.sent();
  window.hurry();
  window.hurry();
  window.sent();
  vi.advanceTimersByTime(1);
  expect([window.of(0), onOpen.mock.calls.length]).toEqual([400, 1]);
  vi.advanceTimersByTime(1000);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('opens no more when it is closed', () => {
  const onOpen = vi.fn<() => void>();
  const window = new JobWindow(onOpen);
  window.sent();
  window.hurry();
  window.close();
  window.sent();
  vi.advanceTimersByTime(1000);
  expect(onOpen).not.toHaveBeenCalled();
});

test('a full window that still opens says that more come', () => {
  const window = new JobWindow(() => undefined);
  expect([window.expected(249, 0), window.expected(250, 0), window.expected(200, 50)]).toEqual([249, 500, 400]);
  expect(opened(10).expected(1000, 0)).toBe(1000);
});

import { expect, test } from 'vitest';
import { JobWindow } from './job-window.js';

test('opens step by step to a thousand, and follows what is under way', () => {
  const window = new JobWindow();
  expect([window.of(0), window.of(300), window.isOpen]).toEqual([250, 600, false]);
  window.open();
  expect(window.of(0)).toBe(400);
  for (let step = 0; step < 10; step += 1) window.open();
  expect([window.of(0), window.of(600), window.isOpen]).toEqual([1000, 1200, true]);
});

test('a full window that still opens says that more come', () => {
  const window = new JobWindow();
  expect([window.expected(249, 0), window.expected(250, 0), window.expected(200, 50)]).toEqual([249, 500, 400]);
  for (let step = 0; step < 10; step += 1) window.open();
  expect(window.expected(1000, 0)).toBe(1000);
});

import { expect, test } from 'vitest';
import { durationMs } from './duration.js';

test.each([
  ['30m', 1_800_000],
  ['1h30m', 5_400_000],
  ['1h 30m', 5_400_000],
  ['90s', 90_000],
  ['90', 90_000],
  [90, 90_000],
  ['0.5s', 500],
  ['250ms', 250],
  ['2d', 172_800_000],
  ['0', undefined],
  [0, undefined],
  [-1, undefined],
  [Infinity, undefined],
  ['', undefined],
  ['m', undefined],
  ['30 minutes', undefined],
  ['30mm', undefined],
  ['1h30', undefined],
  [true, undefined],
])('%j is %j ms', (written, ms) => {
  expect(durationMs(written)).toBe(ms);
});

import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.js';

test.each([
  [0, '0 ms'],
  [0.4, '<1 ms'],
  [850.4, '850 ms'],
  [999.6, '1.0 s'],
  [1234, '1.2 s'],
  [59_940, '59.9 s'],
  [59_960, '1m 00s'],
  [184_000, '3m 04s'],
  [3_599_600, '1h 00m'],
  [3_720_000, '1h 02m'],
  [86_400_000 * 2 + 3_600_000 * 3, '2d 03h'],
])('%d ms are %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});

test('what was not measured is not shown as 0', () => {
  expect(formatDuration(null)).toBe('–');
  expect(formatDuration(undefined)).toBe('–');
});

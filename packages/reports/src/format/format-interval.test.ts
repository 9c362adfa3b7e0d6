import { describe, expect, test } from 'vitest';
import { formatInterval } from './format-interval.js';

const interval = (low: number, high: number, clusters = 10) => ({ low, high, level: 0.95, clusters, method: 'gaffke' as const });

describe('formatInterval', () => {
  test.each([
    [0.7149, 0.9812, '0.71–0.99'],
    [0, 1, '0.00–1.00'],
    [0.29, 0.57, '0.29–0.57'],
    [0.995, 0.999, '0.99–1.00'],
  ])('%d to %d is %s, rounded outwards', (low, high, shown) => {
    expect(formatInterval(interval(low, high), 10)).toBe(shown);
  });

  test('says what it rests on where that is fewer than the trials, or some weigh more', () => {
    expect(formatInterval(interval(0.5, 0.75, 4), 12)).toBe('0.50–0.75 n=4');
    expect(formatInterval({ ...interval(0.5, 0.75, 12), weighted: true }, 12)).toBe('0.50–0.75 n=12');
    expect(formatInterval(undefined, 3)).toBe('–');
  });
});

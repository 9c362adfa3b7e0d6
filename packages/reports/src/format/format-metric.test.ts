import { expect, test } from 'vitest';
import { formatMetric } from './format-metric.js';

test('a metric has two decimals, and its unit', () => {
  expect(formatMetric({ value: 0.8349 })).toBe('0.83');
  expect(formatMetric({ value: -0.001 })).toBe('0.00');
  expect(formatMetric({ value: -0.5, unit: 'ms' })).toBe('-0.50 ms');
});

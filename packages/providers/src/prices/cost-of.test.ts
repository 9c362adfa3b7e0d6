import { describe, expect, test } from 'vitest';
import { costOf } from './cost-of.js';
import { DEFAULT_PRICES } from './default-prices.js';

const TABLE = {
  date: '2026-01-01',
  prices: {
    'p:big': { input: 10, output: 20 },
    'p:big-mini*': { input: 2, output: 4, cachedInput: 1 },
    'p:big*': { input: 5, output: 6 },
  },
};
const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

describe('costOf', () => {
  test('an exact name wins over a prefix, and the longest prefix over a shorter one', () => {
    expect(costOf(MILLION, 'p', 'big', TABLE)).toBe(30);
    expect(costOf(MILLION, 'p', 'big-mini-2', TABLE)).toBe(6);
    expect(costOf(MILLION, 'p', 'big-2', TABLE)).toBe(11);
  });

  test('cached input has its own price, or that of input', () => {
    const usage = { ...MILLION, cachedInputTokens: 400_000 };
    expect(costOf(usage, 'p', 'big-mini', TABLE)).toBeCloseTo(0.6 * 2 + 0.4 * 1 + 4, 12);
    expect(costOf(usage, 'p', 'big', TABLE)).toBe(30);
  });

  test('is undefined when tokens, model or price are not known', () => {
    expect(costOf(undefined, 'p', 'big', TABLE)).toBeUndefined();
    expect(costOf(MILLION, 'p', undefined, TABLE)).toBeUndefined();
    expect(costOf(MILLION, 'q', 'big', TABLE)).toBeUndefined();
    expect(costOf(MILLION, 'constructor', 'x', { date: '', prices: {} })).toBeUndefined();
  });
});

describe('DEFAULT_PRICES', () => {
  test('are dated, positive, and never dearer for cached input', () => {
    expect(DEFAULT_PRICES.date).toMatch(/^\d{4}-\d\d-\d\d$/u);
    for (const [key, price] of Object.entries(DEFAULT_PRICES.prices)) {
      expect(key).toMatch(/^[a-z]+:[^*]+\*?$/u);
      expect(price.input, key).toBeGreaterThan(0);
      // Embedding models write nothing.
      if (!key.includes('embed') && !/:.*(?:bge|e5)-/u.test(key)) {
        expect(price.output, key).toBeGreaterThanOrEqual(price.input);
      } else expect(price.output, key).toBe(0);
      expect(price.cachedInput ?? 0, key).toBeLessThanOrEqual(price.input);
    }
  });

  test('a new model has no price rather than its predecessor’s', () => {
    expect(costOf(MILLION, 'openai', 'gpt-4o', DEFAULT_PRICES)).toBe(12.5);
    expect(costOf(MILLION, 'openai', 'gpt-4o-mini', DEFAULT_PRICES)).toBe(0.75);
    expect(costOf(MILLION, 'openai', 'gpt-5.9', DEFAULT_PRICES)).toBeUndefined();
    expect(costOf(MILLION, 'anthropic', 'claude-opus-4-9', DEFAULT_PRICES)).toBeUndefined();
  });
});

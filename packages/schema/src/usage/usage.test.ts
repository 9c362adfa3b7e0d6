import { describe, expect, test } from 'vitest';
import { addCost, addUsage, shareOfUsage, type TokenUsage } from './usage.js';

describe('addUsage', () => {
  test('adds field by field', () => {
    expect(
      addUsage(
        { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3, reasoningTokens: 4 },
        { inputTokens: 10, outputTokens: 20, cachedInputTokens: 30, reasoningTokens: 40 },
      ),
    ).toEqual({ inputTokens: 11, outputTokens: 22, cachedInputTokens: 33, reasoningTokens: 44 });
  });

  test('nothing known and something known is what is known', () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    expect(addUsage(undefined, usage)).toEqual(usage);
    expect(addUsage(usage, undefined)).toEqual(usage);
    expect(addUsage(undefined, undefined)).toBeUndefined();
  });

  test('a part that neither tells stays away; one that either tells is kept', () => {
    const plain = { inputTokens: 1, outputTokens: 1 };
    expect(addUsage(plain, plain)).toStrictEqual({ inputTokens: 2, outputTokens: 2 });
    expect(addUsage(plain, { ...plain, reasoningTokens: 0 })).toStrictEqual({
      inputTokens: 2,
      outputTokens: 2,
      reasoningTokens: 0,
    });
  });
});

describe('addCost', () => {
  test('adds what is known; 0 is free and undefined is unknown', () => {
    expect(addCost(0.25, 0.5)).toBe(0.75);
    expect(addCost(undefined, 0)).toBe(0);
    expect(addCost(0.5, undefined)).toBe(0.5);
    expect(addCost(undefined, undefined)).toBeUndefined();
  });
});

describe('shareOfUsage', () => {
  test('shares add up to the whole, and differ by one token at most', () => {
    const whole = { inputTokens: 11, outputTokens: 2, cachedInputTokens: 4 };
    const shares = [0, 1, 2].map((index) => shareOfUsage(whole, 3, index));
    expect(shares.map(({ inputTokens }) => inputTokens)).toEqual([4, 4, 3]);
    expect(shares.reduce<TokenUsage | undefined>((sum, share) => addUsage(sum, share), undefined)).toStrictEqual(whole);
  });
});

import { describe, expect, test } from 'vitest';
import { RequestEstimate } from './request-estimate.js';

const PRICED = { key: 'p:m', price: { input: 1_000_000, output: 2_000_000 } };
const usage = (inputTokens: number, outputTokens: number) => ({ usage: { inputTokens, outputTokens } });

describe('a target with a price', () => {
  test('is expected to take a token a byte, what is added to messages, and the longest reply that is allowed', () => {
    const estimate = new RequestEstimate({ ...PRICED, maxTokens: 100 }, false);
    expect(estimate.most({ bytes: 50, messages: 1 })).toEqual({ most: { costUsd: 66 + 200, tokens: 166 }, guessed: false });
    expect(estimate.most({ bytes: 50, messages: 1, maxTokens: 10 }).most).toEqual({ costUsd: 66 + 20, tokens: 76 });
  });

  test('what nothing bounds is a guess, until a reply tells how long they get', () => {
    const estimate = new RequestEstimate(PRICED, false);
    expect(estimate.most({ bytes: 0, messages: 0 })).toEqual({ most: { costUsd: 8192, tokens: 4096 }, guessed: true });
    expect(estimate.learn({ bytes: 400, messages: 1 }, usage(100, 50))).toEqual({ costUsd: 200, tokens: 150 });
    // 400 bytes came to 100 tokens; half as many again may be more.
    expect(estimate.most({ bytes: 400, messages: 1 })).toEqual({ most: { costUsd: 166 + 200, tokens: 266 }, guessed: false });
  });

  test('what the server adds to prompts is expected from then on', () => {
    const estimate = new RequestEstimate({ ...PRICED, maxTokens: 0 }, false);
    estimate.learn({ bytes: 10, messages: 1 }, usage(1010, 0));
    expect(estimate.most({ bytes: 10, messages: 1 }).most.tokens).toBeGreaterThanOrEqual(1010);
  });

  test('a server that keeps to no bound, or takes more than the price, is expected to do so again', () => {
    const estimate = new RequestEstimate({ ...PRICED, maxTokens: 10 }, false);
    const size = { bytes: 10, messages: 1 };
    expect(estimate.learn(size, { ...usage(10, 1000), costUsd: 9999 })).toEqual({ costUsd: 9999, tokens: 1010 });
    const { most } = estimate.most(size);
    expect(most.tokens).toBeGreaterThanOrEqual(1010);
    expect(most.costUsd).toBeGreaterThanOrEqual(9999);
  });

  test('who tells nothing is counted as nothing known', () => {
    expect(new RequestEstimate(PRICED, false).learn({ bytes: 1, messages: 1 }, {})).toEqual({});
  });
});

describe('a target that takes no part in spending', () => {
  test('is expected to take nothing, and as much as it told from then on', () => {
    const estimate = new RequestEstimate(undefined, true);
    const size = { bytes: 400, messages: 1 };
    expect(estimate.most(size)).toEqual({ most: { costUsd: 0, tokens: 0 }, guessed: true });
    expect(estimate.learn(size, {})).toEqual({ costUsd: 0, tokens: 0 });
    expect(estimate.learn(size, { ...usage(100, 50), costUsd: 0.5 })).toEqual({ costUsd: 0.5, tokens: 150 });
    expect(estimate.most(size).most).toMatchObject({ costUsd: 1, tokens: 266 });
  });
});

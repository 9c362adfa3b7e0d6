import { describe, expect, test } from 'vitest';
import { pricingOf, replyLimit } from './pricing-of.js';

const TABLE = { date: '2026-01-01', prices: { 'openai:gpt*': { input: 1, output: 2 } } };

describe('pricingOf', () => {
  test('finds the first known price, and names what a price would be written under', () => {
    expect(pricingOf({ providers: ['azure', 'openai'], model: 'gpt-x', maxTokens: 7 }, TABLE)).toEqual({ key: 'azure:gpt-x', price: { input: 1, output: 2 }, maxTokens: 7 });
    expect(pricingOf({ providers: ['azure'], model: 'my-deployment' }, TABLE)).toEqual({ key: 'azure:my-deployment' });
  });

  test('nobody is paid for what runs here', () => {
    expect(pricingOf({ providers: ['ollama'], model: 'llama3', local: true }, TABLE).price).toEqual({ input: 0, output: 0 });
  });
});

test('replyLimit: parameters of the body decide over the option, by any of their names, and null takes the limit away', () => {
  expect(replyLimit({ max_tokens: 5 })).toBe(5);
  expect(replyLimit({ max_tokens: 5, parameters: { top_k: 1 } })).toBe(5);
  expect(replyLimit({ max_tokens: 5, parameters: { max_completion_tokens: 9 } })).toBe(9);
  expect(replyLimit({ max_tokens: 5, parameters: { maxOutputTokens: 9 } })).toBe(9);
  expect(replyLimit({ max_tokens: 5, parameters: { max_tokens: null } })).toBeUndefined();
  expect(replyLimit({})).toBeUndefined();
});

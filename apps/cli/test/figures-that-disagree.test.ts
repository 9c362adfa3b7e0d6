import { expect, test } from 'vitest';
import { askedTarget, HELLO } from './support/projects/asked-target.js';

test.each([
  ['openai-compatible', { ...HELLO.chat, usage: { prompt_tokens: 30, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 300 } } }, 'cached_tokens of 300 cannot be, as they are more than prompt_tokens of 30; both count as not known'],
  ['google', { ...HELLO.google, usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 2, cachedContentTokenCount: 300 } }, 'cachedContentTokenCount of 300 cannot be, as they are more than promptTokenCount of 30; both count as not known'],
])('of %s cached tokens that are more than all tokens of the prompt make no cost: which of the figures is wrong nobody knows', async (provider, answer, warning) => {
  const { row } = await askedTarget({ provider, answer });
  expect(row).toMatchObject({ score: 1, warnings: [warning] });
  expect(row?.usage).toBeUndefined();
  expect(row?.costUsd).toBeUndefined();
});

test('as many as all tokens of the prompt may be cached', async () => {
  const { row } = await askedTarget({ provider: 'openai-compatible', answer: { ...HELLO.chat, usage: { prompt_tokens: 30, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 30 } } } });
  expect(row).toMatchObject({ usage: { inputTokens: 30, cachedInputTokens: 30 } });
  expect(row?.warnings ?? []).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { askedTarget, HELLO } from './support/projects/asked-target.js';

const ANSWERS = { 'openai-compatible': ['usage', HELLO.chat], anthropic: ['usage', HELLO.anthropic], google: ['usageMetadata', HELLO.google] } as const;

async function asked(provider: keyof typeof ANSWERS, usage: unknown) {
  const [key, answer] = ANSWERS[provider];
  const { row } = await askedTarget({ provider, answer: { ...answer, [key]: usage } });
  return { verdict: row?.verdict, usage: row?.usage, warnings: row?.warnings ?? [] };
}

describe('tokens that are told in a form that is not read', () => {
  test.each([
    ['openai-compatible', { input_tokens: 30, output_tokens: 2, total_tokens: 32 }, 'usage tells of input_tokens, output_tokens, total_tokens, but not of prompt_tokens and completion_tokens: how many tokens there were is not known'],
    ['openai-compatible', { prompt_tokens: 30 }, 'usage tells of prompt_tokens, but not of completion_tokens: how many tokens there were is not known'],
    ['openai-compatible', '32', 'usage of "32" cannot be, and counts as not known'],
    ['openai-compatible', [32], 'usage of […] cannot be, and counts as not known'],
    ['anthropic', { prompt_tokens: 30, completion_tokens: 2 }, 'usage tells of prompt_tokens, completion_tokens, but not of input_tokens and output_tokens: how many tokens there were is not known'],
    ['google', { totalTokenCount: 32 }, 'usageMetadata tells of totalTokenCount, but not of promptTokenCount: how many tokens there were is not known'],
  ] as const)('%s: %j is a warning', async (provider, usage, warning) => {
    expect(await asked(provider, usage)).toEqual({ verdict: 'pass', usage: undefined, warnings: [warning] });
  });

  test.each([
    ['openai-compatible', {}],
    ['openai-compatible', null],
    ['openai-compatible', { total_tokens: 0 }],
    ['anthropic', {}],
    ['google', {}],
  ] as const)('%s: %j tells of nothing', async (provider, usage) => {
    expect(await asked(provider, usage)).toEqual({ verdict: 'pass', usage: undefined, warnings: [] });
  });
});

import { expect, test } from 'vitest';
import { loadProvider } from './registry.js';

const ENVIRONMENT = { env: {}, directory: '/', prices: { date: '2026-01-01', prices: {} } };

/** What a target says of itself before it is asked. */
async function fixed(provider: string, model: string, options = {}): Promise<boolean | undefined> {
  const definition = await loadProvider(provider);
  const made = await definition.create({ name: 't', provider, model, options: { api_key: 'k', endpoint: 'http://127.0.0.1:9/v1', ...options } }, ENVIRONMENT);
  return made.fixedTemperature;
}

test.each([
  ['openai', 'o3-mini', {}],
  ['openai', 'gpt-5', {}],
  ['azure', 'gpt-5-nano', {}],
  ['openrouter', 'openai/o4-mini', {}],
  ['openrouter', 'anthropic/claude-opus-4.8', {}],
  ['anthropic', 'claude-opus-5', {}],
  ['anthropic', 'claude-sonnet-4-6', { thinking_budget: 1024 }],
])('%s %s takes no temperature but its own, and says so before it is asked', async (provider, model, options) => {
  expect(await fixed(provider, model, options)).toBe(true);
});

test.each([
  ['openai', 'gpt-4o', {}],
  ['openai', 'gpt-5', { reasoning_effort: 'none' }],
  ['openai', 'gpt-5-chat-latest', {}],
  ['openrouter', 'openai/gpt-oss-120b', {}],
  ['openrouter', 'anthropic/claude-3.5-haiku', {}],
  ['anthropic', 'claude-sonnet-4-6', {}],
  ['mistral', 'mistral-small', {}],
])('%s %s takes one (%j)', async (provider, model, options) => {
  expect(await fixed(provider, model, options)).toBeUndefined();
});

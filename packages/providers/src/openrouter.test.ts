import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('the key of OPENROUTER_API_KEY goes nowhere else, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('openrouter', {}, { OPENROUTER_API_KEY: 'key-0001' });
  expect(sent.headers).not.toHaveProperty('authorization');
  await expect(makeTarget('openrouter', {}, { model: 'm', environment: { env: { OPENROUTER_API_KEY: 'key-0001' } } })).resolves.toBeDefined();
  await expect(makeTarget('openrouter', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('OPENROUTER_API_KEY'),
  });
});

test('the cost is what OpenRouter says', async () => {
  const answer = {
    choices: [{ message: { content: 'x' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.0125 },
  };
  const { sent, reply } = await askPreset('openrouter', {}, { OPENROUTER_API_KEY: 'k' }, answer);
  expect(sent.body['usage']).toEqual({ include: true });
  expect(reply.costUsd).toBe(0.0125);
});

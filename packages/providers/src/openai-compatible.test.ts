import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('an endpoint is required, a key is not', async () => {
  await expect(makeTarget('openai-compatible', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('endpoint'),
  });
  const { sent } = await askPreset('openai-compatible', {}, { OPENAI_API_KEY: 'sk-not-for-others' });
  expect(sent.headers).not.toHaveProperty('authorization');
});

test('a key of the target is sent', async () => {
  const { sent } = await askPreset('openai-compatible', { api_key: 'k-0001' }, {});
  expect(sent.headers.authorization).toBe('Bearer k-0001');
});

test('structured output is off unless the target says that the server has it', async () => {
  const options = { endpoint: 'http://127.0.0.1:1/v1' };
  expect((await makeTarget('openai-compatible', options, { model: 'm' })).structuredOutput).toBe(false);
  expect(
    (await makeTarget('openai-compatible', { ...options, structured_output: true }, { model: 'm' })).structuredOutput,
  ).toBe(true);
});

import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';
import { loadProvider } from './registry.js';

test('the key comes from XAI_API_KEY, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('xai', {}, { XAI_API_KEY: 'key-0001' });
  expect(sent.headers.authorization).toBe('Bearer key-0001');
  await expect(makeTarget('xai', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('XAI_API_KEY'),
  });
});

test('has no embedding models, and so no dimensions', async () => {
  const definition = await loadProvider('xai');
  expect(definition).not.toHaveProperty('createEmbedder');
  const options = definition.options as unknown as { readonly entries: object };
  expect(options.entries).not.toHaveProperty('dimensions');
});

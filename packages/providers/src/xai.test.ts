import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';
import { loadProvider } from './registry.js';

test('the key of XAI_API_KEY goes nowhere else, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('xai', {}, { XAI_API_KEY: 'key-0001' });
  expect(sent.headers).not.toHaveProperty('authorization');
  await expect(makeTarget('xai', {}, { model: 'm', environment: { env: { XAI_API_KEY: 'key-0001' } } })).resolves.toBeDefined();
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

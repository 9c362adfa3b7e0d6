import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('the key of MISTRAL_API_KEY goes nowhere else, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('mistral', {}, { MISTRAL_API_KEY: 'key-0001' });
  expect(sent.headers).not.toHaveProperty('authorization');
  await expect(makeTarget('mistral', {}, { model: 'm', environment: { env: { MISTRAL_API_KEY: 'key-0001' } } })).resolves.toBeDefined();
  await expect(makeTarget('mistral', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('MISTRAL_API_KEY'),
  });
});

test('the seed has the name that Mistral knows, and a stream asks for nothing that it rejects', async () => {
  const { sent } = await askPreset('mistral', { seed: 7 }, { MISTRAL_API_KEY: 'k' });
  expect(sent.body['random_seed']).toBe(7);
  expect(sent.body).not.toHaveProperty('seed');
});

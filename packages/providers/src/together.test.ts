import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('the key of TOGETHER_API_KEY goes nowhere else, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('together', {}, { TOGETHER_API_KEY: 'key-0001' });
  expect(sent.headers).not.toHaveProperty('authorization');
  await expect(makeTarget('together', {}, { model: 'm', environment: { env: { TOGETHER_API_KEY: 'key-0001' } } })).resolves.toBeDefined();
  await expect(makeTarget('together', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('TOGETHER_API_KEY'),
  });
});

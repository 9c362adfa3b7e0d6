import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('the key comes from TOGETHER_API_KEY, and a missing one is a ConfigError that names it', async () => {
  const { sent } = await askPreset('together', {}, { TOGETHER_API_KEY: 'key-0001' });
  expect(sent.headers.authorization).toBe('Bearer key-0001');
  await expect(makeTarget('together', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('TOGETHER_API_KEY'),
  });
});

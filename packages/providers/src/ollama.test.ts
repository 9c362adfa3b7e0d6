import { expect, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { makeTarget } from '../test/targets.js';

test('needs no key and costs nothing', async () => {
  const { sent, reply } = await askPreset('ollama', {}, {});
  expect(sent.headers).not.toHaveProperty('authorization');
  expect(reply.costUsd).toBe(0);
  expect((await makeTarget('ollama', {}, { model: 'llama3' })).free).toBe(true);
});

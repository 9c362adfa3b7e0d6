import { expect, onTestFinished, test } from 'vitest';
import { askPreset } from '../test/preset.js';
import { sendJson, startStub } from '../test/stub-server.js';
import { ask, makeTarget } from '../test/targets.js';
import { chatWire } from '../test/wire-formats.js';

test('needs no key and costs nothing', async () => {
  const { sent, reply } = await askPreset('ollama', {}, {});
  expect(sent.headers).not.toHaveProperty('authorization');
  expect(reply.costUsd).toBe(0);
  expect((await makeTarget('ollama', {}, { model: 'llama3' })).free).toBe(true);
});

test.each([
  ['', '/v1/chat/completions'],
  ['/', '/v1/chat/completions'],
  ['/api', '/v1/chat/completions'],
  ['/api/chat', '/v1/chat/completions'],
  ['/v1', '/v1/chat/completions'],
  ['/behind/a/proxy', '/behind/a/proxy/chat/completions'],
])('the endpoint may be the server, or its address in the format of its own: %j', async (path, expected) => {
  const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
  onTestFinished(stub.close);
  const provider = await makeTarget('ollama', { endpoint: `${stub.url}${path}` }, { model: 'llama3' });
  onTestFinished(() => provider.close?.());
  await provider.generate(ask('x'));
  expect(stub.received[0]?.url).toBe(expected);
});

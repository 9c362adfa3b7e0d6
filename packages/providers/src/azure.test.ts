import { afterEach, expect, test } from 'vitest';
import { sendJson, startStub, type ReceivedRequest } from '../test/stub-server.js';
import { ask, makeEmbedder, makeTarget } from '../test/targets.js';
import { chatWire } from '../test/wire-formats.js';
import { DEFAULT_PRICES } from './prices/default-prices.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function sentBy(
  options: (url: string) => Record<string, unknown>,
  env: (url: string) => Record<string, string>,
): Promise<ReceivedRequest | undefined> {
  const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
  cleanUps.push(stub.close);
  const provider = await makeTarget('azure', options(stub.url), {
    model: 'my-deployment',
    environment: { env: env(stub.url) },
  });
  cleanUps.push(() => provider.close?.());
  await provider.generate(ask('x'));
  return stub.received[0];
}

test('endpoint, key and version come from the environment by default', async () => {
  const sent = await sentBy(
    () => ({}),
    (url) => ({
      AZURE_OPENAI_ENDPOINT: `${url}/`,
      AZURE_OPENAI_API_KEY: 'azure-key-01',
      OPENAI_API_VERSION: '2025-01-01',
    }),
  );
  expect(sent?.url).toBe('/openai/deployments/my-deployment/chat/completions?api-version=2025-01-01');
  expect(sent?.headers['api-key']).toBe('azure-key-01');
  expect(sent?.headers).not.toHaveProperty('authorization');
});

test('options win over the environment', async () => {
  const sent = await sentBy(
    (url) => ({ endpoint: url, api_key: 'mine-0001', version: '2024-06-01' }),
    () => ({ AZURE_OPENAI_ENDPOINT: 'http://127.0.0.1:1', AZURE_OPENAI_API_KEY: 'other' }),
  );
  expect(sent?.url).toContain('api-version=2024-06-01');
  expect(sent?.headers['api-key']).toBe('mine-0001');
});

test('an endpoint of the API without versions gets no deployment in its path', async () => {
  const sent = await sentBy(
    (url) => ({ endpoint: `${url}/openai/v1`, api_key: 'mine-0001' }),
    () => ({}),
  );
  expect(sent?.url).toBe('/openai/v1/chat/completions');
  expect(sent?.headers['api-key']).toBe('mine-0001');
  expect(sent?.body['model']).toBe('my-deployment');
});

test('a missing endpoint and a missing key are ConfigErrors that name their variables', async () => {
  const missing = (options: Record<string, unknown>) => makeTarget('azure', options, { model: 'm' });
  await expect(missing({ api_key: 'k' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('AZURE_OPENAI_ENDPOINT'),
  });
  await expect(missing({ endpoint: 'my-resource' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('AZURE_OPENAI_API_KEY'),
  });
});

test('a url of the target is used as it is, without the key of the environment', async () => {
  const sent = await sentBy(
    (url) => ({ url: `${url}/gateway/chat` }),
    () => ({ AZURE_OPENAI_API_KEY: 'azure-key-01' }),
  );
  expect(sent?.url).toMatch(/^\/gateway\/chat/u);
  expect(JSON.stringify(sent?.headers)).not.toContain('azure-key-01');
});

test('the price of the model behind a deployment is that of OpenAI', async () => {
  const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
  const prices = { date: '2026-01-01', prices: { 'openai:model-20*': { input: 1, output: 0 } } };
  const provider = await makeTarget(
    'azure',
    { endpoint: stub.url, api_key: 'k' },
    { model: 'my-deployment', environment: { prices } },
  );
  cleanUps.push(stub.close, () => provider.close?.());
  expect((await provider.generate(ask('x'))).costUsd).toBe(100 / 1e6);
});

test('vectors of a deployment cost what OpenAI’s model does, and the API without versions has them too', async () => {
  const reply = { model: 'text-embedding-3-small', data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 100 } };
  const stub = await startStub((response) => sendJson(response, reply));
  const embedder = await makeEmbedder(
    'azure',
    { endpoint: `${stub.url}/openai/v1`, api_key: 'mine-0001' },
    { model: 'my-deployment', environment: { prices: DEFAULT_PRICES } },
  );
  cleanUps.push(stub.close, () => embedder.close?.());
  const { costUsd } = await embedder.embed(['x'], { signal: new AbortController().signal });
  expect(costUsd).toBeCloseTo((100 * 0.02) / 1e6, 15);
  expect(stub.received[0]).toMatchObject({ url: '/openai/v1/embeddings', headers: { 'api-key': 'mine-0001' } });
  expect(stub.received[0]?.body['model']).toBe('my-deployment');
});

test('a prompt that the content filter blocks is an answer, as it is with other APIs', async () => {
  const error = {
    message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
  };
  const stub = await startStub((response) => sendJson(response, { error }, 400));
  const provider = await makeTarget('azure', { endpoint: stub.url, api_key: 'k' }, { model: 'my-deployment' });
  cleanUps.push(stub.close, () => provider.close?.());
  expect(await provider.generate(ask('x'))).toMatchObject({
    text: '',
    toolCalls: [],
    finishReason: 'filter',
    warnings: ['the prompt was blocked (content_filter)'],
  });
});

const VERSIONED = '/openai/deployments/my-deployment/chat/completions?api-version=';

test.each([
  ['/openai/deployments/my-deployment/chat/completions?api-version=2025-01-01-preview', {}, `${VERSIONED}2025-01-01-preview`],
  ['/openai/deployments/my-deployment/chat/completions?api-version=2025-01-01-preview', { version: '2024-06-01' }, `${VERSIONED}2024-06-01`],
  ['/openai/deployments/my-deployment/embeddings?api-version=2025-01-01-preview', {}, `${VERSIONED}2025-01-01-preview`],
  ['/openai/deployments/my-deployment', {}, `${VERSIONED}2024-10-21`],
  ['/openai/deployments/another/', {}, '/openai/deployments/another/chat/completions?api-version=2024-10-21'],
  ['/openai/v1/chat/completions', {}, '/openai/v1/chat/completions'],
])('an endpoint that is an address of a deployment, as the portal shows it, is asked at it: %s %j', async (path, more, expected) => {
  const sent = await sentBy((url) => ({ endpoint: `${url}${path}`, api_key: 'azure-key-02', ...more }), () => ({}));
  expect(sent?.url).toBe(expected);
});

test('a complete url keeps its version, and wins over an endpoint beside it', async () => {
  const sent = await sentBy((url) => ({ endpoint: url, url: `${url}/x/chat?api-version=2025-01-01-preview`, api_key: 'azure-key-02' }), () => ({}));
  expect(sent?.url).toBe('/x/chat?api-version=2025-01-01-preview');
});

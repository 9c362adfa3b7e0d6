import { getEventListeners } from 'node:events';
import { canonicalJson, type Embedder } from '@assay/schema';
import { embedderConformance, type EmbedderBehaviour, type EmbedderSubject } from '@assay/schema/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { loadProvider, providerNames } from '../src/registry.js';
import { EMBEDDING_MODEL, EMBEDDING_ROWS, type EmbeddingRow } from './embedding-rows.js';
import { API_KEY } from './http-rows.js';
import { mockServers } from './mock-llm.js';
import { sendJson, startStub, type Answer, type ReceivedRequest, type StubServer } from './stub-server.js';
import { failureOf, makeEmbedder } from './targets.js';

const TEXTS = ['one', 'two', 'three'];
const VECTORS = [
  [1, 0],
  [0, 1],
  [0.5, -0.5],
];

const cleanUps: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Subject {
  readonly embedder: Embedder;
  readonly stub: StubServer;
}

async function against(
  row: EmbeddingRow,
  answer: Answer,
  options: Record<string, unknown> = {},
  environment: Parameters<typeof makeEmbedder>[2] = {},
): Promise<Subject> {
  const stub = await startStub(answer);
  const embedder = await makeEmbedder(
    row.name,
    { ...row.options(stub.url), ...options },
    { model: EMBEDDING_MODEL, ...environment },
  );
  cleanUps.push(stub.close, () => embedder.close?.());
  return { embedder, stub };
}

function embed(embedder: Embedder, signal: AbortSignal = new AbortController().signal) {
  return embedder.embed(TEXTS, { signal });
}

/** A vector that no other text has. */
function vectorOf(text: unknown): readonly number[] {
  const codes = [...String(text)].map((character) => character.codePointAt(0) ?? 0);
  return [codes.length, codes.reduce((sum, code, index) => sum + code * (index + 1), 0)];
}

describe.each(EMBEDDING_ROWS)('$name keeps what all embedders promise', (row) => {
  const answers: Readonly<Record<EmbedderBehaviour, Answer>> = {
    answers: (response, request) => sendJson(response, row.reply((row.texts(request) as readonly unknown[]).map(vectorOf))),
    fails: (response) => sendJson(response, row.error('busy'), 503),
    hangs: () => undefined,
  };
  const checks = embedderConformance(async (behaviour): Promise<EmbedderSubject> => {
    const stub = await startStub(answers[behaviour]);
    const of = (options: Record<string, unknown>): Promise<Embedder> => makeEmbedder(row.name, { ...row.options(stub.url), ...options }, { model: EMBEDDING_MODEL });
    return { embedder: await of({}), withOtherKey: await of({ api_key: 'sk-another' }), requests: () => stub.received.length, cleanUp: () => stub.close() };
  });
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe.each(EMBEDDING_ROWS)('the identity of vectors of $name', (row) => {
  async function identityOf(options: Record<string, unknown> = {}, model = EMBEDDING_MODEL): Promise<string> {
    const embedder = await makeEmbedder(row.name, { ...row.options('http://127.0.0.1:1'), ...options }, { model });
    cleanUps.push(() => embedder.close?.());
    return canonicalJson(embedder.identity?.());
  }

  test.each<[string, Record<string, unknown>, string?]>([
    ['the model', {}, 'other-model'],
    ['the address', row.options('http://127.0.0.1:2')],
    ['their length', { dimensions: 3 }],
    ['a field of the body', { parameters: { custom: 7 } }],
    ['a header', { headers: { 'X-Team': 'evals' } }],
  ])('%s changes it', async (_what, options, model) => {
    expect(await identityOf(options, model)).not.toBe(await identityOf());
  });

  test('the key does not, and is not in it', async () => {
    const written = await identityOf({ api_key: 'sk-another-very-secret-one' });
    expect(written).toBe(await identityOf());
    expect(written).not.toContain('very-secret');
  });
});

function firstOf(stub: StubServer): ReceivedRequest {
  const [request] = stub.received;
  if (!request) throw new TypeError('nothing was sent');
  return request;
}

/** Providers whose vectors do not come over HTTP. */
const OFFLINE = new Set(['mock', 'huggingface']);

test('every API with embedding models is in the table; xai and anthropic have none', async () => {
  const able: string[] = [];
  for (const name of providerNames) if ((await loadProvider(name)).createEmbedder) able.push(name);
  const remote = able.filter((name) => !OFFLINE.has(name));
  expect(remote.toSorted()).toEqual(EMBEDDING_ROWS.map(({ name }) => name).toSorted());
  expect(remote).not.toContain('xai');
  expect(remote).not.toContain('anthropic');
});

describe.each(EMBEDDING_ROWS)('$name embeds over HTTP', (row) => {
  const answers: Answer = (response) => sendJson(response, row.reply(VECTORS));

  test('all texts go in one request, and their vectors come in the order of the texts', async () => {
    const { embedder, stub } = await against(row, answers);
    const { vectors, usage } = await embed(embedder);
    expect(vectors).toEqual(VECTORS);
    expect(usage).toEqual({ inputTokens: 100, outputTokens: 0 });
    expect(embedder).toMatchObject({ name: 'subject', model: EMBEDDING_MODEL });
    expect(stub.received.map(({ url }) => url)).toEqual([row.path]);
    expect(row.texts(firstOf(stub))).toEqual(TEXTS);
    expect(row.model(firstOf(stub))).toBe(EMBEDDING_MODEL);
    expect(row.dimensions(firstOf(stub))).toBeUndefined();
    expect(JSON.stringify(firstOf(stub).headers)).toContain(API_KEY);
  });

  test('the cost comes from the price table; unknown without a price', async () => {
    const prices = { date: '2026-01-01', prices: { [`${row.name}:${EMBEDDING_MODEL}`]: { input: 10, output: 0 } } };
    const priced = await against(row, answers, {}, { environment: { prices } });
    expect((await embed(priced.embedder)).costUsd).toBe(row.local ? 0 : 0.001);
    const { embedder } = await against(row, answers);
    expect((await embed(embedder)).costUsd).toBe(row.local ? 0 : undefined);
  });

  test('dimensions are asked for, and vectors of another length are a bad_reply that says so', async () => {
    const { embedder, stub } = await against(row, answers, { dimensions: 2 });
    expect((await embed(embedder)).vectors).toEqual(VECTORS);
    expect(row.dimensions(firstOf(stub))).toBe(2);
    const other = await against(row, answers, { dimensions: 3 });
    const error = await failureOf(embed(other.embedder));
    expect(error).toMatchObject({ kind: 'bad_reply', retryable: false });
    expect(error.message).toContain('2 dimensions, not the 3');
    expect(error.hint).toContain('remove dimensions');
  });

  test('parameters stand over everything else, null removes, and headers are added', async () => {
    const { embedder, stub } = await against(row, answers, {
      dimensions: 2,
      parameters: { dimensions: null, output_dimension: null, outputDimensionality: null, custom: 7 },
      headers: { 'X-Team': 'evals' },
    });
    await embed(embedder);
    expect(row.dimensions(firstOf(stub))).toBeUndefined();
    expect(JSON.stringify(firstOf(stub).body)).toContain('"custom":7');
    expect(firstOf(stub).headers['x-team']).toBe('evals');
  });

  test('a url of the target is used as it is, and no key from the environment is sent there', async () => {
    const stub = await startStub(answers);
    const env = {
      OPENAI_API_KEY: 'sk-from-env',
      GEMINI_API_KEY: 'sk-from-env',
      MISTRAL_API_KEY: 'sk-from-env',
      TOGETHER_API_KEY: 'sk-from-env',
      OPENROUTER_API_KEY: 'sk-from-env',
      OLLAMA_API_KEY: 'sk-from-env',
      AZURE_OPENAI_API_KEY: 'sk-from-env',
    };
    const url = `${stub.url}/own/vectors`;
    const embedder = await makeEmbedder(row.name, { url }, { model: EMBEDDING_MODEL, environment: { env } });
    cleanUps.push(stub.close, () => embedder.close?.());
    await embed(embedder);
    expect(firstOf(stub).url.split('?')[0]).toBe('/own/vectors');
    expect(JSON.stringify(firstOf(stub).headers)).not.toContain('sk-from-env');
  });

  test.each([
    ['too few vectors', VECTORS.slice(1), '2 vectors for 3 texts'],
    ['too many vectors', [...VECTORS, [1, 1]], '4 vectors for 3 texts'],
    ['a vector of another length', [[1, 0], [0, 1], [1]], 'different lengths'],
    ['a missing vector', [[1, 0], null, [0, 1]], 'text 2'],
    ['an empty vector', [[1, 0], [], [0, 1]], 'text 2'],
    ['a vector with a text in it', [[1, 0], ['x', 1], [0, 1]], 'text 2'],
  ])('%s is a bad_reply', async (_name, vectors, words) => {
    const { embedder, stub } = await against(row, (response) => sendJson(response, row.reply(vectors)));
    const error = await failureOf(embed(embedder));
    expect(error).toMatchObject({ kind: 'bad_reply', retryable: true, target: 'subject' });
    expect(error.message).toContain(words);
    expect(stub.received).toHaveLength(1);
  });

  test.each([
    [400, 'bad_request', false],
    [401, 'auth', false],
    [404, 'bad_request', false],
    [408, 'timeout', true],
    [409, 'server', true],
    [429, 'rate_limit', true],
    [500, 'server', true],
    [503, 'server', true],
    [529, 'server', true],
  ] as const)('HTTP %i is one request and a %s error', async (status, kind, retryable) => {
    const { embedder, stub } = await against(row, (response) =>
      sendJson(response, row.error(`it went wrong with ${API_KEY}`), status, { 'retry-after': '7' }),
    );
    const error = await failureOf(embed(embedder));
    expect(error).toMatchObject({ kind, status, retryable, target: 'subject', retryAfterMs: 7000 });
    expect(error.message).toContain('it went wrong with [redacted]');
    expect(error.message).toContain(EMBEDDING_MODEL);
    expect(error.message).toContain(new URL(stub.url).host);
    expect(stub.received).toHaveLength(1);
  });

  test.each([
    ['malformed JSON', 'application/json', '{"data": [{"emb'],
    ['an HTML page', 'text/html', '<html>Bad gateway</html>'],
    ['an empty body', 'application/json', ''],
    ['a bare value', 'application/json', '17'],
    ['an object without embeddings', 'application/json', '{"model": "m"}'],
  ])('%s is a bad_reply', async (_name, type, body) => {
    const { embedder } = await against(row, (response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    expect(await failureOf(embed(embedder))).toMatchObject({ kind: 'bad_reply', retryable: true });
  });

  test('an error inside a reply with status 200 is that error', async () => {
    const { embedder } = await against(row, (response) =>
      sendJson(response, { error: { code: 429, message: 'upstream is busy' } }),
    );
    expect(await failureOf(embed(embedder))).toMatchObject({ kind: 'rate_limit', status: 429, retryable: true });
  });

  test('a reset connection and a body cut short are network errors, after one request', async () => {
    const reset = await against(row, (response) => response.socket?.resetAndDestroy());
    expect(await failureOf(embed(reset.embedder))).toMatchObject({ kind: 'network', retryable: true });
    expect(reset.stub.received).toHaveLength(1);
    const cut = await against(row, (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write(JSON.stringify(row.reply(VECTORS)).slice(0, 20));
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failureOf(embed(cut.embedder))).toMatchObject({ kind: 'network', retryable: true });
  });

  test('an abort in flight is aborted, a time-out is a timeout, and an aborted signal sends nothing', async () => {
    const { embedder, stub } = await against(row, () => undefined);
    const aborted = await failureOf(embed(embedder, AbortSignal.abort()));
    expect(aborted).toMatchObject({ kind: 'aborted', retryable: false });
    expect(stub.received).toHaveLength(0);
    const late = await failureOf(embed(embedder, AbortSignal.timeout(200)));
    expect(late).toMatchObject({ kind: 'timeout', retryable: true });
    const controller = new AbortController();
    const pending = failureOf(embed(embedder, controller.signal));
    setTimeout(() => controller.abort(), 50);
    expect(await pending).toMatchObject({ kind: 'aborted', retryable: false });
  });

  test('a signal that serves many requests gathers no listeners', async () => {
    const { embedder } = await against(row, answers);
    const { signal } = new AbortController();
    for (let count = 0; count < 12; count++) await embed(embedder, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('no text is refused before anything is sent', async () => {
    const { embedder, stub } = await against(row, answers);
    const error = await failureOf(embedder.embed([], { signal: new AbortController().signal }));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(stub.received).toHaveLength(0);
  });
});

describe('OpenAI’s format', () => {
  const startMock = mockServers();

  const [openai] = EMBEDDING_ROWS;
  if (!openai) throw new TypeError('no row');

  test.each([
    ['twice the same index', [0, 0, 2], 'index 0'],
    ['an index beyond the texts', [0, 1, 3], 'index 3'],
    ['an index that is no number', [0, '1', 2], 'index "1"'],
  ])('%s is a bad_reply', async (_name, indices, words) => {
    const data = indices.map((index, position) => ({ index, embedding: VECTORS[position] }));
    const { embedder } = await against(openai, (response) => sendJson(response, { data }));
    const error = await failureOf(embed(embedder));
    expect(error).toMatchObject({ kind: 'bad_reply', retryable: true });
    expect(error.message).toContain(words);
  });

  test('embeddings without an index are in the order of the texts', async () => {
    const data = VECTORS.map((embedding) => ({ embedding }));
    const { embedder } = await against(openai, (response) => sendJson(response, { data }));
    expect(await embed(embedder)).toEqual({ vectors: VECTORS });
  });

  test('a cost that the API tells is kept', async () => {
    const reply = { ...openai.reply(VECTORS), usage: { prompt_tokens: 5, cost: 0.25 } };
    const { embedder } = await against(openai, (response) => sendJson(response, reply));
    expect((await embed(embedder)).costUsd).toBe(0.25);
  });

  test.each(['/v1', '/v1/', '/v1/embeddings', '/v1/chat/completions'])(
    'endpoint ending in %s reaches /v1/embeddings',
    async (path) => {
      const stub = await startStub((response) => sendJson(response, openai.reply(VECTORS)));
      const options = { endpoint: `${stub.url}${path}`, api_key: API_KEY };
      const embedder = await makeEmbedder('openai', options, { model: 'm' });
      cleanUps.push(stub.close, () => embedder.close?.());
      await embed(embedder);
      expect(firstOf(stub).url).toBe('/v1/embeddings');
    },
  );

  test('a missing key and a missing model are ConfigErrors', async () => {
    await expect(makeEmbedder('openai', {}, { model: 'm' })).rejects.toMatchObject({
      code: 'config',
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
    await expect(makeEmbedder('openai', { api_key: 'k' })).rejects.toThrow('names no model');
    await expect(makeEmbedder('openai-compatible', {}, { model: 'm' })).rejects.toThrow('has no endpoint');
  });

  test('a mock LLM server answers, and its rate limit is passed on', async () => {
    const mock = await startMock((made) => {
      made.onEmbedding('busy', { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 9 });
      made.onEmbedding(/./u, { embedding: [0.25, 0.5, 0.75] });
    });
    const embedder = await makeEmbedder('openai', { endpoint: `${mock.url}/v1`, api_key: 'k' }, { model: 'm' });
    cleanUps.push(
      () => mock.stop(),
      () => embedder.close?.(),
    );
    const { signal } = new AbortController();
    const { vectors } = await embedder.embed(['a', 'b'], { signal });
    expect(vectors).toEqual([
      [0.25, 0.5, 0.75],
      [0.25, 0.5, 0.75],
    ]);
    expect(await failureOf(embedder.embed(['busy'], { signal }))).toMatchObject({
      kind: 'rate_limit',
      retryAfterMs: 9000,
      retryable: true,
    });
  });
});

test('for every Gemini model each text is a content of its own', async () => {
  const google = EMBEDDING_ROWS.find(({ name }) => name === 'google');
  if (!google) throw new TypeError('no row');
  const { embedder, stub } = await against(
    google,
    (response) => sendJson(response, google.reply(VECTORS)),
    {},
    { model: 'gemini-embedding-2-preview' },
  );
  expect((await embed(embedder)).vectors).toEqual(VECTORS);
  expect(google.texts(firstOf(stub))).toEqual(TEXTS);
});

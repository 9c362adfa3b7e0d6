import { getEventListeners } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Embedder, Provider } from '@assay/schema';
import { embedderConformance, providerConformance, type EmbedderBehaviour, type ProviderBehaviour } from '@assay/schema/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { provider as definition } from '../src/huggingface.js';
import { sendJson, startStub, type Answer, type StubServer } from './stub-server.js';
import { ask, failureOf, makeTarget } from './targets.js';

const KEY = 'hf_very_secret_0123456789';
const MODEL = 'team/sentiment';
const LABELS = [
  { label: 'NEGATIVE', score: 0.1 },
  { label: 'POSITIVE', score: 0.7 },
  { label: 'NEUTRAL', score: 0.2 },
];

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Subject {
  readonly provider: Provider;
  readonly stub: StubServer;
}

async function against(answer: Answer, options: Record<string, unknown> = {}): Promise<Subject> {
  const stub = await startStub(answer);
  const provider = await makeTarget(
    'huggingface',
    { endpoint: `${stub.url}/run`, api_key: KEY, ...options },
    { model: MODEL },
  );
  cleanUps.push(stub.close, () => provider.close?.());
  return { provider, stub };
}

const answering = (json: unknown, options: Record<string, unknown> = {}): Promise<Subject> =>
  against((response) => sendJson(response, json), options);

describe('text-classification at an endpoint', () => {
  test.each([
    ['a list', LABELS],
    ['a list in a list', [LABELS]],
    [
      'lists of labels and scores',
      { labels: LABELS.map(({ label }) => label), scores: LABELS.map(({ score }) => score) },
    ],
  ])('%s: the best label is the text, its score the confidence', async (_name, json) => {
    const { provider, stub } = await answering(json, { num_labels: 3 });
    const reply = await provider.generate(ask('ignored', { plainInput: 'Výborné!' }));
    expect(reply).toMatchObject({ text: 'POSITIVE', confidence: 0.7, toolCalls: [], model: MODEL });
    expect(reply.messages).toEqual([
      { role: 'tool', name: 'label_scores', content: { POSITIVE: 0.7, NEUTRAL: 0.2, NEGATIVE: 0.1 } },
      { role: 'assistant', content: 'POSITIVE' },
    ]);
    expect(stub.received).toHaveLength(1);
    expect(stub.received[0]).toMatchObject({ url: '/run', body: { inputs: 'Výborné!' } });
    expect(stub.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(provider.free).toBeUndefined();
  });

  test('an endpoint that ends in /models gets the model; a url stays as it is', async () => {
    const { provider, stub } = await answering(LABELS);
    const base = await makeTarget('huggingface', { endpoint: `${stub.url}/models/` }, { model: MODEL });
    const whole = await makeTarget('huggingface', { url: `${stub.url}/models` }, { model: MODEL });
    cleanUps.push(
      () => base.close?.(),
      () => whole.close?.(),
    );
    for (const one of [provider, base, whole]) await one.generate(ask('x'));
    expect(stub.received.map(({ url }) => url)).toEqual(['/run', `/models/${MODEL}`, '/models']);
  });

  test('HF_TOKEN goes to the hub that HF_ENDPOINT names, and to no other endpoint or url', async () => {
    const stub = await startStub((response) => sendJson(response, LABELS));
    const hub = await startStub((response) => sendJson(response, LABELS));
    const environment = { env: { HF_TOKEN: KEY, HF_ENDPOINT: hub.url } };
    const atHub = await makeTarget('huggingface', { endpoint: `${hub.url}/run` }, { environment });
    const endpoint = await makeTarget('huggingface', { endpoint: stub.url }, { environment });
    const url = await makeTarget('huggingface', { url: stub.url, headers: { 'X-Team': 'evals' } }, { environment });
    cleanUps.push(
      stub.close,
      hub.close,
      () => atHub.close?.(),
      () => endpoint.close?.(),
      () => url.close?.(),
    );
    await endpoint.generate(ask('x'));
    await url.generate(ask('x'));
    await atHub.generate(ask('x'));
    expect(stub.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(hub.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(stub.received[1]?.headers['x-team']).toBe('evals');
  });

  test('more labels than num_labels is an error with both numbers', async () => {
    const { provider } = await answering(LABELS, { num_labels: 2 });
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toContain('num_labels 2, but the model has 3 labels');
  });

  test('parameters win over all others; null leaves one out', async () => {
    const { provider, stub } = await answering(LABELS, {
      labels: ['a', 'b'],
      parameters: { top_k: 3, hypothesis_template: null },
    });
    await provider.generate(ask('x'));
    expect(stub.received[0]?.body).toEqual({ inputs: 'x', parameters: { candidate_labels: ['a', 'b'], top_k: 3 } });
  });
});

test('zero-shot-classification sends the candidate labels', async () => {
  const options = { labels: ['billing', 'delivery'], hypothesis_template: 'About {}.' };
  const { provider, stub } = await answering(
    { sequence: 'x', labels: ['delivery', 'billing'], scores: [0.8, 0.2] },
    options,
  );
  expect(await provider.generate(ask('x'))).toMatchObject({ text: 'delivery', confidence: 0.8 });
  expect(stub.received[0]?.body).toEqual({
    inputs: 'x',
    parameters: { candidate_labels: ['billing', 'delivery'], hypothesis_template: 'About {}.' },
  });
});

describe('text-generation at an endpoint', () => {
  const task = { task_type: 'text-generation', system_prompt: 'Be brief.' };

  test('sends the prompt and the settings, and reads text and tokens', async () => {
    const details = { finish_reason: 'length', generated_tokens: 4, prefill: [{}, {}] };
    const { provider, stub } = await answering([{ generated_text: 'Paris', details }], {
      ...task,
      max_tokens: 9,
      seed: 3,
    });
    const reply = await provider.generate(ask('capital of France?', { temperature: 0.5 }));
    expect(reply).toMatchObject({
      text: 'Paris',
      usage: { inputTokens: 2, outputTokens: 4 },
      finishReason: 'length',
    });
    expect(stub.received[0]?.body).toMatchObject({
      inputs: expect.stringMatching(/Be brief\.[^]*capital of France\?/u),
      parameters: { return_full_text: false, max_new_tokens: 9, seed: 3, do_sample: true, temperature: 0.5 },
    });
  });

  test('temperature 0 means not to sample', async () => {
    const { provider, stub } = await answering({ generated_text: 'Paris' }, { ...task, temperature: 0 });
    expect((await provider.generate(ask('x'))).text).toBe('Paris');
    expect(stub.received[0]?.body['parameters']).toEqual({ return_full_text: false, do_sample: false });
  });
});

describe('feature-extraction at an endpoint', () => {
  const ANSWERS: Readonly<Record<EmbedderBehaviour, Answer>> = {
    answers: (response, { body }) => sendJson(response, (body['inputs'] as readonly string[]).map((text) => [text.length, text.codePointAt(0) ?? 0])),
    fails: (response) => sendJson(response, { error: 'busy' }, 503),
    hangs: () => undefined,
  };
  const checks = embedderConformance(async (behaviour) => {
    const { made, stub } = await embedder(ANSWERS[behaviour]);
    if (!made) throw new TypeError('there is no embedder');
    return { embedder: made, requests: () => stub.received.length };
  });
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  async function embedder(json: unknown): Promise<{ readonly made: Embedder | undefined; readonly stub: StubServer }> {
    const stub = await startStub(typeof json === 'function' ? (json as Answer) : (response) => sendJson(response, json));
    const target = {
      name: 'subject',
      provider: 'huggingface',
      model: MODEL,
      options: { endpoint: stub.url, api_key: KEY },
    };
    const made = await definition.createEmbedder?.(target, {
      env: {},
      directory: '/',
      prices: { date: '2026-01-01', prices: {} },
    });
    cleanUps.push(stub.close, () => made?.close?.());
    return { made, stub };
  }
  const { signal } = new AbortController();

  test.each([
    [
      'a vector for each text',
      [
        [3, 4],
        [0, 2],
      ],
    ],
    [
      'vectors of tokens for each text',
      [
        [
          [3, 4],
          [3, 4],
        ],
        [
          [0, 1],
          [0, 3],
        ],
      ],
    ],
    ['vectors of tokens in lists of one', [[[[3, 4]]], [[[0, 2]]]]],
  ])('%s: vectors of length 1', async (_name, json) => {
    const { made, stub } = await embedder(json);
    expect((await made?.embed(['a', 'b'], { signal }))?.vectors).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
    expect(stub.received[0]?.body).toEqual({ inputs: ['a', 'b'] });
  });

  test.each([
    [[[1, 2]]],
    [[[1, 2], [1]]],
    [
      [
        [1, 2],
        ['x', 2],
      ],
    ],
    [{}],
    [[[], []]],
  ])('%j for two texts is a bad_reply', async (json) => {
    const { made } = await embedder(json);
    const failure = failureOf(Promise.resolve(made?.embed(['a', 'b'], { signal })));
    expect(await failure).toMatchObject({ kind: 'bad_reply', retryable: true });
  });

  test('generate says that there is no answer, and sends nothing', async () => {
    const { provider, stub } = await answering([[1]], { task_type: 'feature-extraction' });
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(stub.received).toHaveLength(0);
  });
});

describe('faults of an endpoint', () => {
  test.each([
    [400, 'bad_request', false],
    [401, 'auth', false],
    [402, 'auth', false],
    [403, 'auth', false],
    [404, 'bad_request', false],
    [408, 'timeout', true],
    [409, 'server', true],
    [422, 'bad_request', false],
    [429, 'rate_limit', true],
    [500, 'server', true],
    [503, 'server', true],
    [529, 'server', true],
  ] as const)('HTTP %i is one request and a %s error', async (status, kind, retryable) => {
    const { provider, stub } = await against((response) => sendJson(response, { error: 'it went wrong' }, status));
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind, status, retryable, target: 'subject' });
    for (const told of ['it went wrong', MODEL, new URL(stub.url).host]) expect(error.message).toContain(told);
    expect(stub.received).toHaveLength(1);
  });

  test.each([
    [{ 'retry-after': '7' }, {}, 7000],
    [{}, { estimated_time: 12.3 }, 13_000],
    [{ 'retry-after': '7' }, { estimated_time: 12.3 }, 7000],
    [{ 'retry-after': 'soon' }, {}, undefined],
  ] as const)('503 with %j and %j asks to wait %s ms', async (headers, more, expected) => {
    const { provider } = await against((response) => sendJson(response, { error: 'loading', ...more }, 503, headers));
    expect((await failureOf(provider.generate(ask('x')))).retryAfterMs).toBe(expected);
  });

  test('a list of errors is told whole', async () => {
    const { provider } = await against((response) => sendJson(response, { error: ['too long', 'no inputs'] }, 400));
    expect((await failureOf(provider.generate(ask('x')))).message).toContain('too long; no inputs');
  });

  test('a key never shows in an error', async () => {
    const { provider } = await against((response) => sendJson(response, { error: `bad key ${KEY}` }, 401));
    const error = await failureOf(provider.generate(ask('x')));
    expect(`${error.format()} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain(KEY);
    expect(error.message).toContain('[redacted]');
  });

  test.each([
    ['malformed JSON', '[{"label": "POS'],
    ['an HTML page', '<html>Bad gateway</html>'],
    ['an empty body', ''],
    ['a bare value', '17'],
    ['an empty list', '[]'],
    ['labels without scores', '[{"label": "POSITIVE"}]'],
    ['a score that is no number', '[{"label": "POSITIVE", "score": "high"}]'],
  ])('%s is a bad_reply', async (_name, body) => {
    const { provider, stub } = await against((response) => response.writeHead(200).end(body));
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
    expect(stub.received).toHaveLength(1);
  });

  test('an error inside a reply with status 200 is one', async () => {
    const { provider } = await answering({ error: 'the model is overloaded' });
    expect((await failureOf(provider.generate(ask('x')))).message).toContain('the model is overloaded');
  });

  test('a body shorter than its content-length is a network error', async () => {
    const { provider } = await against((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('[{"label"');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'network', retryable: true });
  });

  test('a connection that is reset is a network error, after one request', async () => {
    const { provider, stub } = await against((response) => response.socket?.resetAndDestroy());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'network', retryable: true });
    expect(stub.received).toHaveLength(1);
  });

  test('a refused connection is a network error that names the host', async () => {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const provider = await makeTarget('huggingface', { endpoint: `http://127.0.0.1:${port}` });
    cleanUps.push(() => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
    expect(error.message).toContain(`127.0.0.1:${port}`);
  });

  test('an abort and a time-out end a reply that is under way', async () => {
    const controller = new AbortController();
    const { provider } = await against(() => setTimeout(() => controller.abort(), 30));
    const aborted = await failureOf(provider.generate(ask('x', { signal: controller.signal })));
    expect(aborted).toMatchObject({ kind: 'aborted', retryable: false });
    const late = await failureOf(provider.generate(ask('x', { signal: AbortSignal.timeout(200) })));
    expect(late).toMatchObject({ kind: 'timeout', retryable: true });
  });

  test('a signal that serves many requests gathers no listeners', async () => {
    const { provider } = await answering(LABELS);
    const { signal } = new AbortController();
    for (let count = 0; count < 12; count++) await provider.generate(ask('x', { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('an endpoint that is no URL is told before the first request', async () => {
    await expect(makeTarget('huggingface', { endpoint: 'localhost' })).rejects.toThrow(/not an http or https URL/u);
  });
});

test('keeps every promise of the provider contract', async () => {
  const behaviours: Readonly<Partial<Record<ProviderBehaviour, Answer>>> = {
    answers: (response) => sendJson(response, LABELS),
    fails: (response) => sendJson(response, { error: 'overloaded' }, 503),
    hangs: () => undefined,
  };
  const checks = providerConformance(
    definition,
    async (behaviour) => {
      const stub = await startStub(behaviours[behaviour] ?? (() => undefined));
      const provider = await makeTarget('huggingface', { endpoint: stub.url }, { model: MODEL });
      return { provider, requests: () => stub.received.length, cleanUp: stub.close };
    },
    { behaviours: ['answers', 'fails', 'hangs'], dependsOn: ['messages', 'seed', 'repeat'] },
  );
  expect(checks.length).toBeGreaterThan(5);
  for (const check of checks) await check.run();
});

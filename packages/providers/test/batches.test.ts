import { providerBatchConformance, sampleBatchRequests, startBatchServer, type BatchBehaviour, type BatchServer, type BatchServerOptions, type BatchSubject } from '@assay/schema/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, failureOf, makeTarget } from './targets.js';

const MODEL = 'test-model';
const PRICES = { date: '2026-01-01', prices: { [`openai:${MODEL}`]: { input: 10, output: 100 }, [`anthropic:${MODEL}`]: { input: 10, output: 100 } } };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const APIS = [
  { name: 'openai', endpoint: (url: string) => `${url}/v1` },
  { name: 'anthropic', endpoint: (url: string) => url },
];
const signal = new AbortController().signal;
const NAME = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

async function against({ name, endpoint }: (typeof APIS)[number], options: BatchServerOptions, own: Record<string, unknown> = {}, maxReplyMb?: number) {
  const server = await startBatchServer(options);
  const provider = await makeTarget(name, { endpoint: endpoint(server.url), api_key: 'sk-test-key-0001', ...own }, { model: MODEL, environment: { prices: PRICES }, ...(maxReplyMb === undefined ? {} : { maxReplyMb }) });
  cleanUps.push(server.close, () => provider.close?.());
  if (!provider.batch) throw new TypeError(`${name} has no batches`);
  return { server, provider, batch: provider.batch };
}

function behaviour(kind: BatchBehaviour): BatchServerOptions {
  return {
    answer: ({ text, batch }) => {
      if (kind !== 'fails_some' || batch === undefined) return `an answer to: ${text}`;
      if (text.includes('France')) return { status: 400, message: 'this model cannot do that' };
      return text.includes('Spain') ? 'EXPIRED' : 'Rome';
    },
    done: () => kind !== 'goes_on',
    fault: () => (kind === 'refuses' ? { status: 503 } : undefined),
  };
}

describe.each(APIS)('batches of $name', (api) => {
  const subject = async (kind: BatchBehaviour): Promise<BatchSubject> => {
    const { server, provider } = await against(api, behaviour(kind));
    return { provider, requests: () => server.calls.length };
  };
  test.each(providerBatchConformance(subject))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test('a request of a batch is the body that is sent alone, but for what streams', async () => {
    const { server, provider, batch } = await against(api, behaviour('answers'), { temperature: 0.5, stream: true });
    await batch.submit({ name: NAME, requests: sampleBatchRequests([await batch.write(`${NAME}-0`, ask('Well?'))]) }, { signal });
    await provider.generate(ask('Well?')).catch(() => undefined);
    const { stream, stream_options: _options, ...alone } = server.asked.at(-1)?.body ?? {};
    expect(stream).toBe(true);
    expect(server.batches[0]?.items[0]?.body).toEqual(alone);
  });

  test('what was left out of a request is said with its reply', async () => {
    const { batch } = await against(api, behaviour('answers'), { reasoning_effort: 'low' });
    const request = ask('x', { temperature: 3, seed: 1 });
    await batch.write('a-0', request);
    const { warnings = [] } = await batch.read({ reply: api.name === 'openai' ? { choices: [{ message: { content: 'x' } }] } : { content: [{ type: 'text', text: 'x' }] } }, request);
    expect(warnings.length).toBe(api.name === 'openai' ? 0 : 2);
  });

  test('a key that is wrong is told as ever, and is in no message', async () => {
    const { batch } = await against(api, { ...behaviour('answers'), key: 'another' });
    const failure = await failureOf(batch.submit({ name: NAME, requests: sampleBatchRequests([await batch.write(`${NAME}-0`, ask('x'))]) }, { signal }));
    expect(failure).toMatchObject({ kind: 'auth', retryable: false, hint: expect.stringContaining('api_key') });
    expect(failure.message).not.toContain('sk-test-key');
  });

  test.each([
    ['the API says itself', undefined, false],
    ['a page says', '<!doctype html><title>Not Found</title>', true],
    ['a gateway says in JSON', '{"message":"no Route matched with those values"}', true],
    ['a gateway says in one word', '{"status":404,"error":"Not Found"}', true],
    ['nobody says in words', '', true],
  ])('that a batch is not there is known to be what %s', async (_, body, foreign) => {
    const { batch } = await against(api, { ...behaviour('answers'), fault: () => ({ status: 404, ...(body === undefined ? {} : { body }) }) });
    expect(await failureOf(batch.progress('batch_1', { signal }))).toMatchObject({ status: 404, foreign });
    expect(await failureOf(batch.collect('batch_1', async () => undefined, { signal }))).toMatchObject({ status: 404, foreign });
  });

  test('requests are read as they are sent, and as often as they are sent', async () => {
    const { server, batch } = await against(api, behaviour('answers'));
    const texts = Array.from({ length: 300 }, (_, index) => `${index}: ${'€ä😀'.repeat(200)}`);
    const requests = sampleBatchRequests(await Promise.all(texts.map((text, index) => batch.write(`${NAME}-${index}`, ask(text)))));
    for (let time = 0; time < 2; time += 1) await batch.submit({ name: NAME, requests }, { signal });
    expect(server.batches.map(({ items }) => items.length)).toEqual([300, 300]);
    for (const { items } of server.batches) expect(items.filter(({ body }, index) => !JSON.stringify(body['messages']).includes(`"${texts[index]}"`))).toEqual([]);
  });

  test('a reply that is longer than the target takes is lost alone', async () => {
    const { batch } = await against(api, { answer: ({ text }) => (text.includes('long') ? 'x'.repeat(300_000) : 'short') }, {}, 0.125);
    const requests = await Promise.all(['long', 'brief'].map((text, index) => batch.write(`${NAME}-${index}`, ask(text))));
    const handle = await batch.submit({ name: NAME, requests: sampleBatchRequests(requests) }, { signal });
    const results = new Map<string, string>();
    await batch.collect(handle, (result) => void results.set(result.id, 'error' in result ? result.error.message : 'reply'), { signal });
    expect(results.get(`${NAME}-0`)).toContain('larger than 0.125 MB (max_reply_mb)');
    expect(results.get(`${NAME}-1`)).toBe('reply');
  });
});

describe('a batch of OpenAI that fails as a whole', () => {
  const [openai] = APIS as [(typeof APIS)[number], unknown];
  async function failed(failure: NonNullable<ReturnType<NonNullable<BatchServerOptions['failure']>>>) {
    const { batch } = await against(openai, { ...behaviour('answers'), failure: () => failure });
    const requests = await Promise.all([0, 1].map((index) => batch.write(`${NAME}-${index}`, ask(`${index}`))));
    const handle = await batch.submit({ name: NAME, requests: sampleBatchRequests(requests) }, { signal });
    const results = new Map<string, string>();
    await batch.collect(handle, (result) => void results.set(result.id, 'error' in result ? `${result.error.retryable}: ${result.error.message}` : 'reply'), { signal });
    return { progress: await batch.progress(handle, { signal }), results };
  }

  test('for one line loses that one, and the others may be tried again', async () => {
    const { progress, results } = await failed({ code: 'invalid_request', message: 'no such field', line: 2 });
    expect(progress).toMatchObject({ ended: true, status: 'failed', failure: { retryable: true, message: expect.stringContaining('line 2: no such field') } });
    expect([...results]).toEqual([[`${NAME}-1`, expect.stringMatching(/^false: .*no such field/u)]]);
  });

  test('since there are too many tokens in batches may be tried again, and for its model not', async () => {
    const { progress } = await failed({ code: 'token_limit_exceeded', message: 'Enqueued token limit reached' });
    expect(progress.failure).toMatchObject({ kind: 'rate_limit', retryable: true });
    expect((await failed({ code: 'model_not_supported', message: 'not in batches' })).progress.failure).toMatchObject({ kind: 'bad_request', retryable: false });
  });
});

test('a target with a complete URL has no batches: nothing says where they would go', async () => {
  const server: BatchServer = await startBatchServer({ answer: () => 'x' });
  const provider = await makeTarget('openai', { url: `${server.url}/v1/chat/completions`, api_key: 'sk-test-key-0001' }, { model: MODEL });
  cleanUps.push(server.close, () => provider.close?.());
  expect(provider.batch).toBeUndefined();
});

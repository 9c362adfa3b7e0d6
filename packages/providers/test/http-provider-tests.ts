import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { canonicalJson, type FilePart, type Provider } from '@assay/schema';
import { providerConformance, type ProviderBehaviour } from '@assay/schema/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { loadProvider } from '../src/registry.js';
import { API_KEY, MODEL, type HttpRow } from './http-rows.js';
import { mockServers } from './mock-llm.js';
import { sendEvents, sendJson, startStub, type Answer, type StubServer } from './stub-server.js';
import { ask, failureOf, makeTarget } from './targets.js';
import { geminiWire } from './wire-formats.js';

const TWO_CALLS = [
  { id: 'a', name: 'search', input: { q: 'x' } },
  { id: 'b', name: 'read', input: {} },
];

const cleanUps: (() => Promise<unknown> | undefined)[] = [];

interface Subject {
  readonly provider: Provider;
  readonly stub: StubServer;
}

async function against(row: HttpRow, answer: Answer, options: Record<string, unknown> = {}): Promise<Subject> {
  const stub = await startStub(answer);
  const provider = await makeTarget(row.name, { ...row.options(stub.url), ...options }, { model: MODEL });
  cleanUps.push(stub.close, () => provider.close?.());
  return { provider, stub };
}

/** What arrived at the server, under the names of chat completions. */
function askedOf(row: HttpRow, stub: StubServer): Record<string, unknown> {
  const [request] = stub.received;
  if (!request) throw new TypeError('nothing was sent');
  return row.asked?.(request) ?? request.body;
}

function usdTable(row: HttpRow) {
  return { date: '2026-01-01', prices: { [`${row.name}:${MODEL}`]: { input: 10, output: 100, cachedInput: 1 } } };
}

/** What every provider over HTTP does with a server that answers as its own does, well or badly. */
export function testOverHttp(rows: readonly HttpRow[]): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });

  describe.each(rows)('$name over HTTP', (row) => {
    test('a plain reply has text, usage with cached tokens, model and finish reason', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('Paris.')));
      const reply = await provider.generate(ask('capital of France?'));
      expect(reply).toMatchObject({
        text: 'Paris.',
        messages: [{ role: 'assistant', content: 'Paris.' }],
        toolCalls: [],
        usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
        model: 'model-2026-01-01',
      });
      expect(reply.finishReason).toBe('stop');
      expect(reply.latencyMs).toBeGreaterThan(0);
      expect(stub.received.map(({ url }) => url)).toEqual([row.path]);
      expect(askedOf(row, stub)['model']).toBe(MODEL);
      expect(JSON.stringify(stub.received[0]?.headers)).toContain(API_KEY);
    });

    test('the cost comes from the price table, cached input at its own price; unknown without a price', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const priced = await makeTarget(row.name, row.options(stub.url), {
        model: MODEL,
        environment: { prices: usdTable(row) },
      });
      cleanUps.push(() => priced.close?.());
      const expected = (40 * 10 + 60 * 1 + 20 * 100) / 1e6;
      expect((await priced.generate(ask('x'))).costUsd).toBe(row.local ? 0 : expected);
      expect((await provider.generate(ask('x'))).costUsd).toBe(row.local ? 0 : undefined);
    });

    test.each([-5, 0.5, '"20"', '[]', 1e13])('tokens of %s cannot be: neither they nor a cost from them are known, which is said', async (odd) => {
      const told = JSON.stringify(row.wire.text('x')).replace(/("(?:completion_tokens|output_tokens|candidatesTokenCount)"):\d+/u, `$1:${odd}`);
      const { stub } = await against(row, (response) => sendJson(response, JSON.parse(told)));
      const provider = await makeTarget(row.name, row.options(stub.url), { model: MODEL, environment: { prices: usdTable(row) } });
      cleanUps.push(() => provider.close?.());
      const reply = await provider.generate(ask('x'));
      expect(reply).not.toHaveProperty('usage');
      expect(reply.costUsd).toBe(row.local ? 0 : undefined);
      const said = odd === '[]' ? '[…]' : String(odd);
      expect(reply.warnings).toEqual([expect.stringMatching(/^(?:completion_tokens|output_tokens|candidatesTokenCount) of /u)]);
      expect(reply.warnings?.[0]).toContain(` of ${said} cannot be, and counts as not known`);
    });

    test('request settings win over target options, and parameters over both; null removes', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')), {
        temperature: 0.9,
        top_p: 0.5,
        system_prompt: 'Be brief.',
        parameters: { top_p: null, custom: 7 },
        headers: { 'X-Team': 'evals' },
      });
      await provider.generate(ask('x', { temperature: 0, maxTokens: 33 }));
      const body = askedOf(row, stub);
      expect(body).toMatchObject({ temperature: 0, max_tokens: 33, custom: 7 });
      expect(body).not.toHaveProperty('top_p');
      expect(body).not.toHaveProperty('stream');
      expect(JSON.stringify(body)).toContain('Be brief.');
      expect(stub.received[0]?.headers['x-team']).toBe('evals');
    });

    test('guideline files stand in a block before the prompt; text files are inlined', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      await provider.generate({
        ...ask(''),
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', value: 'Review this.' },
              { type: 'file', value: 'style.instructions.md', text: 'Use tabs.', guideline: true },
              { type: 'file', value: 'a.py', text: 'print(1)' },
            ],
          },
        ],
      });
      const sent = JSON.stringify(askedOf(row, stub)['messages']);
      expect(sent.match(/<guidelines>/gu)).toHaveLength(1);
      expect(sent.indexOf('Use tabs.')).toBeLessThan(sent.indexOf('Review this.'));
      expect(sent).toContain('print(1)');
    });

    test('every tool call is in one trace with parsed arguments', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.calls(TWO_CALLS)));
      const reply = await provider.generate(ask('x', { tools: [{ name: 'search', schema: { type: 'object' } }] }));
      expect(reply.toolCalls).toEqual([
        { tool: 'search', input: { q: 'x' }, id: 'a' },
        { tool: 'read', input: {}, id: 'b' },
      ]);
      expect(reply.messages[0]?.toolCalls).toEqual(reply.toolCalls);
      expect(reply.text).toBe('');
    });

    test('malformed tool arguments stay as text, with a warning', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.malformedCall()));
      const reply = await provider.generate(ask('x'));
      expect(reply.toolCalls[0]).toMatchObject({ tool: 'search', input: '{"q": "x' });
      expect(reply.warnings).toEqual(['the arguments of tool call search are not valid JSON']);
    });

    test('a reply cut at max_tokens says so', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.cutAtLimit('Par')));
      const reply = await provider.generate(ask('x'));
      expect(reply.text).toBe('Par');
      expect(reply.finishReason).toBe('length');
      expect(reply.warnings).toBeUndefined();
    });

    test('a streamed reply equals the same reply without streaming', async () => {
      const events = row.wire.streamedText(['Pa', 'ris', '.']);
      const { provider, stub } = await against(row, (response) => sendEvents(response, events), { stream: true });
      const reply = await provider.generate(ask('x'));
      expect(reply).toMatchObject({
        text: 'Paris.',
        model: 'model-2026-01-01',
        usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
      });
      expect(askedOf(row, stub)['stream']).toBe(true);
    });

    test('streamed tool calls are put together', async () => {
      const { provider } = await against(row, (response) => sendEvents(response, row.wire.streamedCalls()), {
        stream: true,
      });
      const reply = await provider.generate(ask('x'));
      expect(reply.toolCalls).toEqual([
        { tool: 'search', input: { q: 'x' }, id: 'a' },
        { tool: 'read', input: {}, id: 'b' },
      ]);
    });

    test.each(['end', 'cut'] as const)(
      'a stream that stops early (%s) is a network error, never a short reply',
      async (ending) => {
        const events = row.wire.streamedText(['Pa', 'ris', '.']).slice(0, 3);
        const { provider, stub } = await against(row, (response) => sendEvents(response, events, ending), {
          stream: true,
        });
        const error = await failureOf(provider.generate(ask('x')));
        expect(error).toMatchObject({ kind: 'network', retryable: true, target: 'subject' });
        expect(error.message).toMatch(/cut off|broke/u);
        expect(stub.received).toHaveLength(1);
      },
    );

    test.each([
      [400, 'bad_request', false],
      [401, 'auth', false],
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
      const { provider, stub } = await against(row, (response) =>
        sendJson(response, row.wire.error('it went wrong'), status),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind, status, retryable, target: 'subject' });
      expect(error.message).toContain('it went wrong');
      expect(error.message).toContain(MODEL);
      expect(error.message).toContain(new URL(stub.url).host);
      expect(stub.received).toHaveLength(1);
    });

    test.each([
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after-ms': '1500', 'retry-after': '7' }, 1500],
      [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
      [{ 'retry-after': 'soon' }, undefined],
    ] as const)('429 with %j asks to wait %s ms', async (headers, expected) => {
      const { provider, stub } = await against(row, (response) =>
        sendJson(response, row.wire.error('slow down'), 429, headers),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error.retryAfterMs).toBe(expected);
      expect(stub.received).toHaveLength(1);
    });

    test.each([200, 429, 500])('what the server says of its limits comes with HTTP %i', async (status) => {
      const told = { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '1m0.5s' };
      const body = status === 200 ? row.wire.text('Paris.') : row.wire.error('slow down');
      const { provider } = await against(row, (response) => sendJson(response, body, status, told));
      const asked = provider.generate(ask('x'));
      const { rateLimits } = status === 200 ? await asked : await failureOf(asked);
      expect(rateLimits).toEqual({ requests: { remaining: 3, resetMs: 60_500 } });
    });

    test('targets of one address and key share an account, which shows neither', async () => {
      const make = async (options: Record<string, unknown>) =>
        (await makeTarget(row.name, { ...row.options('http://127.0.0.1:9'), ...options }, { model: MODEL })).servedBy;
      const first = await make({});
      expect(first).toMatchObject({ kind: 'service' });
      expect(await make({})).toEqual(first);
      expect(JSON.stringify(first)).not.toContain(API_KEY);
      expect(await make({ api_key: 'another-key-0123' })).not.toEqual(first);
    });

    test('a server that says it is overloaded asks for fewer requests; one that fails does not', async () => {
      const { provider } = await against(row, (response, { body }) =>
        sendJson(response, row.wire.error(JSON.stringify(body).includes('busy') ? 'The model is overloaded' : 'broken'), 503),
      );
      expect(await failureOf(provider.generate(ask('busy')))).toMatchObject({ kind: 'server', overloaded: true });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'server', overloaded: false });
    });

    test('a key never shows in an error', async () => {
      const { provider } = await against(row, (response) =>
        sendJson(response, row.wire.error(`bad key ${API_KEY}`), 401),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(`${error.format()} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain(API_KEY);
      expect(error.message).toContain('[redacted]');
    });

    test.each([
      ['malformed JSON', 'application/json', '{"choices": [{"mess'],
      ['an HTML page', 'text/html', '<html>Bad gateway</html>'],
      ['an empty body', 'application/json', ''],
      ['a bare value', 'application/json', '17'],
    ])('%s is a bad_reply', async (_name, type, body) => {
      const { provider, stub } = await against(row, (response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(body);
      });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
      expect(stub.received).toHaveLength(1);
    });

    test('a reply without an answer in it is a bad_reply', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.empty));
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
    });

    test('a body shorter than its content-length is a network error', async () => {
      const { provider } = await against(row, (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write(JSON.stringify(row.wire.text('Paris.')).slice(0, 40));
        setTimeout(() => response.destroy(), 20);
      });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'network', retryable: true });
    });

    test('a connection that is reset is a network error, after one request', async () => {
      const { provider, stub } = await against(row, (response) => response.socket?.resetAndDestroy());
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(stub.received).toHaveLength(1);
    });

    test('a refused connection is a network error that names the host', async () => {
      const server = createServer();
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const { port } = server.address() as AddressInfo;
      await new Promise((done) => server.close(done));
      const provider = await makeTarget(row.name, row.options(`http://127.0.0.1:${port}`), { model: MODEL });
      cleanUps.push(() => provider.close?.());
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(error.message).toContain(`127.0.0.1:${port}`);
      expect(error.message).toContain('ECONNREFUSED');
    });

    test.each([false, true])('an abort ends a reply that is under way (stream: %s)', async (stream) => {
      const controller = new AbortController();
      const events = row.wire.streamedText(['Pa', 'ris']).slice(0, 3);
      const { provider } = await against(
        row,
        (response) => {
          if (stream) sendEvents(response, events, 'open');
          setTimeout(() => controller.abort(), 30);
        },
        { stream },
      );
      const error = await failureOf(provider.generate(ask('x', { signal: controller.signal })));
      expect(error).toMatchObject({ kind: 'aborted', retryable: false });
    });

    test.each([false, true])('a time-out signal ends a reply that is under way (stream: %s)', async (stream) => {
      const events = row.wire.streamedText(['Pa', 'ris']).slice(0, 3);
      const { provider } = await against(row, (response) => (stream ? sendEvents(response, events, 'open') : undefined), {
        stream,
      });
      const error = await failureOf(provider.generate(ask('x', { signal: AbortSignal.timeout(300) })));
      expect(error).toMatchObject({ kind: 'timeout', retryable: true });
    });

    test('later requests are like the first one but for their bodies, and fail like it', async () => {
      const answer: Answer = (response, { body }) =>
        JSON.stringify(body).includes('fail')
          ? sendJson(response, row.wire.error('slow down'), 429, { 'retry-after': '7' })
          : sendJson(response, row.wire.text('x'));
      const { provider, stub } = await against(row, answer, { headers: { 'X-Team': 'evals' } });
      const first = await failureOf(provider.generate(ask('fail')));
      await provider.generate(ask('first'));
      await provider.generate(ask('a longer second'));
      const later = await failureOf(provider.generate(ask('fail')));
      expect({ ...later, message: later.message }).toEqual({ ...first, message: first.message });
      expect(later).toMatchObject({ kind: 'rate_limit', status: 429, retryAfterMs: 7000 });
      expect(stub.received).toHaveLength(4);
      const [one, ...others] = stub.received.map(({ url, headers }) => ({ url, headers: { ...headers, 'content-length': '' } }));
      expect(others).toEqual([one, one, one]);
      expect(stub.received.map(({ body }) => ['first', 'second', 'fail'].find((word) => JSON.stringify(body).includes(word)))).toEqual(['fail', 'first', 'second', 'fail']);
    });

    test.each([false, true])('a signal ends a later request as it ends the first one (stream: %s)', async (stream) => {
      const controller = new AbortController();
      let silent = false;
      const { provider } = await against(
        row,
        (response) => {
          if (silent) controller.abort();
          else if (stream) sendEvents(response, row.wire.streamedText(['x']));
          else sendJson(response, row.wire.text('x'));
        },
        { stream },
      );
      await provider.generate(ask('x'));
      silent = true;
      const error = await failureOf(provider.generate(ask('x', { signal: controller.signal })));
      expect(error).toMatchObject({ kind: 'aborted', retryable: false });
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    });

    test('a signal that serves many requests gathers no listeners', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const { signal } = new AbortController();
      for (let count = 0; count < 12; count++) await provider.generate(ask('x', { signal }));
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    });

    test('structured output is asked for and its JSON is the text', async () => {
      const schema = {
        type: 'object',
        properties: { score: { type: 'number' } },
        required: ['score'],
        additionalProperties: false,
      };
      const answer = row.forcedTool
        ? row.wire.calls([{ id: 'a', name: 'verdict', input: { score: 1 } }])
        : row.wire.text('{"score":1}');
      const { provider, stub } = await against(row, (response) => sendJson(response, answer));
      expect(provider.structuredOutput).toBe(row.structuredOutput);
      const reply = await provider.generate(ask('x', { responseFormat: { name: 'verdict', schema } }));
      expect(reply.text).toBe('{"score":1}');
      expect(reply.toolCalls).toEqual([]);
      expect(stub.received[0]?.body).toMatchObject(
        row.structured?.(schema) ?? {
          response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
        },
      );
    });

    test('an image that matches the guideline patterns is sent like others', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'assay-image-'));
      cleanUps.push(() => rm(folder, { recursive: true, force: true }));
      await writeFile(join(folder, 'rules.png'), 'pixels');
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const part = { type: 'file', value: 'rules.png', path: join(folder, 'rules.png'), mediaType: 'image/png', guideline: true };
      await provider.generate({ ...ask(''), messages: [{ role: 'user', content: [part as FilePart] }] });
      expect(JSON.stringify(stub.received[0]?.body)).toContain(Buffer.from('pixels').toString('base64'));
    });

    test('a reply that calls tools ended for that, or as its API has it', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.calls(TWO_CALLS)));
      const expected = row.wire === geminiWire ? 'stop' : 'tool_calls';
      expect((await provider.generate(ask('x'))).finishReason).toBe(expected);
    });

    test('an empty reply is one that may be asked for again', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.text('')));
      expect(provider.emptyReply).toBeUndefined();
      expect(await provider.generate(ask('x'))).toMatchObject({ text: '', finishReason: 'stop' });
    });

    test('sends nothing before the first request, and closes without one', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      await provider.close?.();
      expect(stub.received).toHaveLength(0);
    });

    const behaviours: Readonly<Record<ProviderBehaviour, Answer>> = {
      answers: (response) => sendJson(response, row.wire.text('Paris.')),
      calls_tools: (response) => sendJson(response, row.wire.calls(TWO_CALLS)),
      fails: (response) => sendJson(response, row.wire.error('overloaded'), 503),
      hangs: () => undefined,
    };
    test('keeps every promise of the provider contract', async () => {
      const definition = await loadProvider(row.name);
      const checks = providerConformance(definition, async (behaviour) => {
        const stub = await startStub(behaviours[behaviour]);
        const provider = await makeTarget(row.name, row.options(stub.url), { model: MODEL });
        const withOtherKey = await makeTarget(row.name, { ...row.options(stub.url), api_key: `other-${API_KEY}` }, { model: MODEL });
        return { provider, withOtherKey, requests: () => stub.received.length, cleanUp: stub.close };
      });
      expect(checks.length).toBeGreaterThan(5);
      for (const check of checks) await check.run();
    });
  });

  describe.each(rows)('the identity of requests to $name', (row) => {
    const URL = 'http://127.0.0.1:1';
    async function identityOf(options: Record<string, unknown> = {}, model = MODEL): Promise<string> {
      const provider = await makeTarget(row.name, { ...row.options(URL), ...options }, { model });
      cleanUps.push(() => provider.close?.());
      return canonicalJson(await provider.identity?.(ask('x', { temperature: 0.5 })));
    }

    test.each<[string, Record<string, unknown>, string?]>([
      ['the model', {}, 'other-model'],
      ['the address', row.options('http://127.0.0.1:2')],
      ['a system prompt', { system_prompt: 'Be brief.' }],
      ['a parameter of the target', { max_tokens: 33 }],
      ['a field of the body', { parameters: { custom: 7 } }],
      ['the name of a parameter', { parameter_mapping: { temperature: 'heat' } }],
      ['a header', { headers: { 'X-Team': 'evals' } }],
    ])('%s changes it', async (_what, options, model) => {
      expect(await identityOf(options, model)).not.toBe(await identityOf());
    });

    test.each<[string, Record<string, unknown>]>([
      ['the key', { api_key: 'sk-another-very-secret-one' }],
      ['a key in a header', { headers: { 'X-Api-Key': 'sk-another-very-secret-one' } }],
      ['a key in the body', { parameters: { api_key: 'sk-another-very-secret-one' } }],
      ['a temperature that the case overrules', { temperature: 0.9 }],
    ])('%s does not', async (_what, options) => {
      expect(await identityOf(options)).toBe(await identityOf());
    });

    test('no key is in it, nor one of the URL', async () => {
      const written = await identityOf({ url: `${URL}/chat/completions?key=sk-in-the-url`, headers: { Authorization: 'Bearer sk-in-a-header' } });
      expect(written).not.toMatch(/sk-/u);
    });
  });

  describe.each(rows)('$name against a mock LLM server', (row) => {
    const startMock = mockServers();

    async function againstMock(
      configure: (mock: LLMock) => void,
      options: Record<string, unknown> = {},
    ): Promise<Provider> {
      const mock = await startMock(configure);
      const provider = await makeTarget(
        row.name,
        { ...(row.mockOptions ?? row.options)(mock.url), ...options },
        { model: MODEL },
      );
      cleanUps.push(
        () => mock.stop(),
        () => provider.close?.(),
      );
      return provider;
    }

    test.each([false, true])('text and usage arrive (stream: %s)', async (stream) => {
      const provider = await againstMock((mock) => mock.onMessage(/France/u, { content: 'Paris is the capital.' }), {
        stream,
      });
      const reply = await provider.generate(ask('capital of France?'));
      expect(reply.text).toBe('Paris is the capital.');
      expect(reply.toolCalls).toEqual([]);
    });

    test.each([false, true])('tool calls arrive (stream: %s)', async (stream) => {
      const toolCalls = [{ name: 'search', arguments: '{"q":"x"}' }];
      const provider = await againstMock((mock) => mock.onMessage(/find/u, { toolCalls }), { stream });
      const reply = await provider.generate(ask('find it', { tools: [{ name: 'search', schema: { type: 'object' } }] }));
      expect(reply.toolCalls).toMatchObject([{ tool: 'search', input: { q: 'x' } }]);
    });

    test('a rate limit is passed on, not waited for', async () => {
      const provider = await againstMock((mock) =>
        mock.onMessage(/./u, { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 9 }),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'rate_limit', status: 429, retryAfterMs: 9000, retryable: true });
    });
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateRequest, ProviderResponse } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { sendEvents, sendJson, startStub } from '../test/stub-server.js';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { geminiWire } from '../test/wire-formats.js';
import { DEFAULT_PRICES } from './prices/default-prices.js';

const KEY = { api_key: 'AIza-test-0001' };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function exchange(
  request: GenerateRequest,
  options: Record<string, unknown> = {},
  answer: unknown = geminiWire.text('ok'),
  model = 'test-model',
) {
  const stub = await startStub((response) => sendJson(response, answer));
  const provider = await makeTarget('google', { endpoint: stub.url, ...KEY, ...options }, { model });
  cleanUps.push(stub.close, () => provider.close?.());
  const reply: ProviderResponse = await provider.generate(request);
  return { reply, body: stub.received[0]?.body ?? {}, headers: stub.received[0]?.headers ?? {} };
}

describe('the request', () => {
  test('system text is the systemInstruction, and settings stand in generationConfig', async () => {
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'And?' },
    ] as const;
    const { body, headers } = await exchange(
      { ...ask('', { temperature: 0, maxTokens: 50, seed: 7 }), messages },
      { system_prompt: 'Be brief.', stop: 'END', top_p: 0.5, thinking_budget: -1 },
    );
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.\n\nBe kind.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello.' }] },
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
      generationConfig: {
        temperature: 0,
        maxOutputTokens: 50,
        topP: 0.5,
        seed: 7,
        stopSequences: ['END'],
        thinkingConfig: { thinkingBudget: -1 },
      },
    });
    expect(headers['x-goog-api-key']).toBe(KEY.api_key);
    expect(headers).not.toHaveProperty('authorization');
  });

  test('without settings there is no generationConfig', async () => {
    const { body } = await exchange(ask('Hi'));
    expect(body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });
  });

  test.each([
    ['', 'm', '/v1beta/models/m:generateContent'],
    ['/', 'models/m', '/v1beta/models/m:generateContent'],
    ['/v1beta', 'm', '/v1beta/models/m:generateContent'],
    ['/v1/models', 'tunedModels/m-1', '/v1/tunedModels/m-1:generateContent'],
    ['/proxy', 'a?b', '/proxy/v1beta/models/a%3Fb:generateContent'],
  ])('endpoint ending in "%s" and model "%s" reach %s', async (path, model, expected) => {
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    const provider = await makeTarget('google', { endpoint: `${stub.url}${path}`, ...KEY }, { model });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe(expected);
  });

  test.each([
    ['/p/m:generateContent?team=a', '/p/m:streamGenerateContent?team=a&alt=sse'],
    ['/p/m', '/p/m?alt=sse'],
  ])('a stream of the url %s is asked for at %s', async (path, expected) => {
    const stub = await startStub((response) => sendEvents(response, geminiWire.streamedText(['o', 'k'])));
    const options = { url: `${stub.url}${path}`, parameters: { stream: true } };
    const provider = await makeTarget('google', options, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).text).toBe('ok');
    expect(stub.received[0]?.url).toBe(expected);
    expect(stub.received[0]?.body).not.toHaveProperty('stream');
  });

  test('of several candidates in one stream the first is the answer, and has nothing of the others in it', async () => {
    const event = (...candidates: readonly object[]) => `data: ${JSON.stringify({ candidates })}\n\n`;
    const piece = (index: number, text: string, more: object = {}) => ({ index, content: { parts: [{ text }] }, ...more });
    const events = [event(piece(0, 'o'), piece(1, 'n')), event(piece(1, 'o', { finishReason: 'MAX_TOKENS' })), event(piece(0, 'k', { finishReason: 'STOP' }))];
    const stub = await startStub((response) => sendEvents(response, events));
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY, stream: true, parameters: { candidate_count: 2 } }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await provider.generate(ask('x'))).toMatchObject({ text: 'ok', finishReason: 'stop' });
  });

  test('an error that comes in a list, as for streams, has its words and its wait', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }];
    const stub = await startStub((response) => sendJson(response, [{ error: { code: 429, message: 'Too many', status: 'RESOURCE_EXHAUSTED', details } }], 429));
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY, stream: true }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ message: expect.stringMatching(/HTTP 429: Too many$/u), kind: 'rate_limit', retryAfterMs: 7000 });
  });

  test('an endpoint that names what it does is complete', async () => {
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    const provider = await makeTarget('google', { endpoint: `${stub.url}/v1/models/m:generateContent`, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe('/v1/models/m:generateContent');
  });

  test('a url that only streams is read as a stream, without being told', async () => {
    const stub = await startStub((response) => sendEvents(response, geminiWire.streamedText(['o', 'k'])));
    const options = { url: `${stub.url}/p/m:streamGenerateContent`, stream: false };
    const provider = await makeTarget('google', options, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).text).toBe('ok');
    expect(stub.received[0]?.url).toBe('/p/m:streamGenerateContent?alt=sse');
  });

  const WITH_CALLS = [
    { role: 'user', content: 'Find x' },
    {
      role: 'assistant',
      content: 'Looking.',
      toolCalls: [{ tool: 'search', input: 'x', output: ['found'], id: 't1' }, { tool: 'read' }],
    },
    { role: 'tool', content: 'the page' },
    { role: 'user', content: 'And?' },
  ] as const;

  test('tool calls become functionCall parts that are answered in the next user turn', async () => {
    const { body } = await exchange({ ...ask(''), messages: WITH_CALLS });
    expect(body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Find x' }] },
      {
        role: 'model',
        parts: [
          { text: 'Looking.' },
          { functionCall: { id: 't1', name: 'search', args: { value: 'x' } } },
          { functionCall: { name: 'read', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 't1', name: 'search', response: { result: ['found'] } } },
          { functionResponse: { name: 'read', response: { result: 'the page' } } },
          { text: 'And?' },
        ],
      },
    ]);
  });

  test('Gemini 3 is told that the calls of a written history carry no signature, once a turn', async () => {
    const { body } = await exchange({ ...ask(''), messages: WITH_CALLS }, {}, undefined, 'gemini-3.1-pro-preview');
    expect(JSON.stringify(body).match(/skip_thought_signature_validator/gu)).toHaveLength(1);
  });

  test('tools are declared with the JSON Schema of their arguments', async () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } };
    const tools = [{ name: 'search', description: 'Finds.', schema }, { name: 'now' }];
    const { body } = await exchange(ask('x', { tools }));
    expect(body['tools']).toEqual([
      {
        functionDeclarations: [
          { name: 'search', description: 'Finds.', parametersJsonSchema: schema },
          { name: 'now' },
        ],
      },
    ]);
  });

  test('attachments become inlineData; what the API cannot take is refused before anything is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-google-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'a');
    await writeFile(path, 'data');
    const content = [
      { type: 'text', value: 'Look' },
      { type: 'file', value: 'a.png', path, mediaType: 'image/png' },
      { type: 'file', value: 'a.pdf', path, mediaType: 'application/pdf' },
    ] as const;
    const { body } = await exchange({ ...ask(''), messages: [{ role: 'user', content }] });
    const data = Buffer.from('data').toString('base64');
    expect(body['contents']).toEqual([
      {
        role: 'user',
        parts: [
          { text: 'Look' },
          { inlineData: { mimeType: 'image/png', data } },
          { inlineData: { mimeType: 'application/pdf', data } },
        ],
      },
    ]);
    const zip = [{ type: 'file', value: 'a.zip', path, mediaType: 'application/zip' }] as const;
    const error = await failureOf(exchange({ ...ask(''), messages: [{ role: 'user', content: zip }] }));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toContain('a.zip');
  });
});

describe('the reply', () => {
  test('thoughts are no part of the answer; their tokens are output', async () => {
    const answer = {
      candidates: [
        { content: { parts: [{ text: 'hm', thought: true }, { text: 'Par' }, { text: 'is' }] }, finishReason: 'STOP' },
      ],
      usageMetadata: {
        promptTokenCount: 10,
        toolUsePromptTokenCount: 2,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 4,
      },
    };
    const { reply } = await exchange(ask('x'), {}, answer);
    expect(reply.text).toBe('Paris');
    expect(reply.usage).toEqual({ inputTokens: 12, outputTokens: 7, reasoningTokens: 4 });
    expect(reply).not.toHaveProperty('warnings');
  });

  test.each([false, true])('the mean token probability is the confidence (stream: %s)', async (stream) => {
    const content = { parts: [{ text: 'yes' }] };
    const answer = { candidates: [{ content, finishReason: 'STOP', avgLogprobs: Math.log(0.5) }] };
    const stub = await startStub((response) =>
      stream ? sendEvents(response, [`data: ${JSON.stringify(answer)}\n\n`]) : sendJson(response, answer),
    );
    const provider = await makeTarget('google', { endpoint: stub.url, stream, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).confidence).toBeCloseTo(0.5, 12);
  });

  test.each([
    ['SAFETY', 'filter', undefined],
    ['RECITATION', 'filter', undefined],
    ['MALFORMED_FUNCTION_CALL', 'other', 'the model wrote a tool call that cannot be read (MALFORMED_FUNCTION_CALL)'],
    ['SOMETHING_NEW', 'other', 'reply ended early (SOMETHING_NEW)'],
  ])('finish reason %s is %s, also without any content; what that does not tell is a warning', async (told, finishReason, warning) => {
    const { reply } = await exchange(ask('x'), {}, { candidates: [{ finishReason: told }] });
    expect(reply).toMatchObject({ text: '', toolCalls: [], finishReason });
    expect(reply.warnings).toEqual(warning === undefined ? undefined : [warning]);
  });

  test('a reply that calls a tool ends with that, as those of other APIs do, though Gemini says that it was said in full', async () => {
    const content = { role: 'model', parts: [{ functionCall: { name: 'search', args: { q: 'x' } } }] };
    const { reply } = await exchange(ask('x'), {}, { candidates: [{ content, finishReason: 'STOP' }] });
    expect(reply).toMatchObject({ toolCalls: [{ tool: 'search' }], finishReason: 'tool_calls' });
  });

  test.each([false, true])('a blocked prompt is an empty answer with a warning (stream: %s)', async (stream) => {
    const answer = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 9 } };
    const stub = await startStub((response) =>
      stream ? sendEvents(response, [`data: ${JSON.stringify(answer)}\n\n`]) : sendJson(response, answer),
    );
    const provider = await makeTarget('google', { endpoint: stub.url, stream, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await provider.generate(ask('x'))).toMatchObject({
      text: '',
      finishReason: 'filter',
      usage: { inputTokens: 9, outputTokens: 0 },
      warnings: ['the prompt was blocked (SAFETY)'],
    });
  });

  test('a current model has a price, thoughts and cached input included', async () => {
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    const more = { model: 'gemini-2.5-flash', environment: { prices: DEFAULT_PRICES } };
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY }, more);
    cleanUps.push(stub.close, () => provider.close?.());
    const { costUsd } = await provider.generate(ask('x'));
    expect(costUsd).toBeCloseTo((40 * 0.3 + 60 * 0.03 + 20 * 2.5) / 1e6, 12);
  });
});

describe('errors', () => {
  async function failure(status: number, said: Record<string, unknown>) {
    const stub = await startStub((response) => sendJson(response, { error: { code: status, ...said } }, status));
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(stub.received).toHaveLength(1);
    return error;
  }
  const QUOTA = 'You exceeded your current quota, please check your plan and billing details.';

  test('a limit for a minute, worded as a quota, is tried again after the wait that its details name', async () => {
    const details = [{ '@type': 'x/QuotaFailure' }, { '@type': 'x/RetryInfo', retryDelay: '7.5s' }];
    const error = await failure(429, { message: QUOTA, status: 'RESOURCE_EXHAUSTED', details });
    expect(error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 7500, retryable: true });
    // No word of billing: how fewer requests are sent is said by who sends them.
    expect(error.hint).toBeUndefined();
  });

  test('a quota without a wait is not tried again', async () => {
    const error = await failure(429, { message: QUOTA, status: 'RESOURCE_EXHAUSTED' });
    expect(error).toMatchObject({ kind: 'rate_limit', retryable: false });
    expect(error.hint).toContain('billing');
  });

  test('a wrong key is an auth error, although its status is 400', async () => {
    const error = await failure(400, {
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
    });
    expect(error).toMatchObject({ kind: 'auth', status: 400, retryable: false });
    expect(error.hint).toContain('GEMINI_API_KEY');
  });

  test('an error inside a stream keeps its kind', async () => {
    const event = `data: ${JSON.stringify({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } })}\n\n`;
    const stub = await startStub((response) =>
      sendEvents(response, [...geminiWire.streamedText(['a']).slice(0, 2), event]),
    );
    const provider = await makeTarget('google', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'server', status: 503, retryable: true });
    expect(error.message).toContain('overloaded');
  });
});

describe('the key', () => {
  test.each(['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'])('comes from %s', async (name) => {
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    const environment = { env: { [name]: 'AIza-env-1', GOOGLE_GEMINI_BASE_URL: stub.url } };
    const provider = await makeTarget('google', {}, { model: 'm', environment });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.headers['x-goog-api-key']).toBe('AIza-env-1');
  });

  test('missing is a ConfigError that names GEMINI_API_KEY', async () => {
    await expect(makeTarget('google', {}, { model: 'm' })).rejects.toMatchObject({
      code: 'config',
      hint: expect.stringContaining('GEMINI_API_KEY'),
    });
  });
});

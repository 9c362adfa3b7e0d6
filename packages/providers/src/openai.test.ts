import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, type GenerateRequest, type ProviderResponse } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { sendEvents, sendJson, startStub, type ReceivedRequest } from '../test/stub-server.js';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { chatWire } from '../test/wire-formats.js';
import { DEFAULT_PRICES } from './prices/default-prices.js';

const KEY = { api_key: 'sk-test-key-0001' };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Exchange {
  readonly reply: ProviderResponse;
  readonly sent: ReceivedRequest;
}

async function exchange(
  request: GenerateRequest,
  options: Record<string, unknown> = {},
  answer: unknown = chatWire.text('ok'),
  model = 'gpt-4o-mini',
): Promise<Exchange> {
  const stub = await startStub((response) => sendJson(response, answer));
  const provider = await makeTarget('openai', { endpoint: `${stub.url}/v1`, ...KEY, ...options }, { model });
  cleanUps.push(stub.close, () => provider.close?.());
  const reply = await provider.generate(request);
  const [sent] = stub.received;
  if (!sent) throw new TypeError('nothing was sent');
  return { reply, sent };
}

describe('the key', () => {
  test('a missing key is a ConfigError that names OPENAI_API_KEY and the target', async () => {
    const failure = makeTarget('openai', {}, { model: 'gpt-4o' });
    await expect(failure).rejects.toThrow(ConfigError);
    await expect(failure).rejects.toMatchObject({
      message: expect.stringContaining('"subject"'),
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
  });

  test('the key comes from the environment that is passed in, not from the process', async () => {
    const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
    const environment = { env: { OPENAI_API_KEY: 'sk-from-env', OPENAI_BASE_URL: `${stub.url}/v1` } };
    const provider = await makeTarget('openai', { organization: 'org-1' }, { model: 'gpt-4o', environment });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-from-env',
      'openai-organization': 'org-1',
    });
  });

  test('a key from the environment is never sent to a url of the target', async () => {
    const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
    const environment = { env: { OPENAI_API_KEY: 'sk-from-env' } };
    const provider = await makeTarget('openai', { url: `${stub.url}/any/path` }, { model: 'gpt-4o', environment });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe('/any/path');
    expect(JSON.stringify(stub.received[0]?.headers)).not.toContain('sk-from-env');
  });

  test('a header of the target takes the place of a key', async () => {
    const { sent } = await exchange(ask('x'), { api_key: '', headers: { Authorization: 'Bearer mine-0001' } });
    expect(sent.headers.authorization).toBe('Bearer mine-0001');
  });
});

test('a key that no header can carry is refused before any request, and is not shown', async () => {
  const refused = (options: Record<string, unknown>, env: Record<string, string> = {}): Promise<unknown> =>
    makeTarget('openai', options, { model: 'm', environment: { env } }).catch((reason: unknown) => reason);
  expect(await refused({}, { OPENAI_API_KEY: 'sk-bad\nkey-0001' })).toMatchObject({ code: 'config', message: 'target "subject": OPENAI_API_KEY has a line break in it, and cannot be sent' });
  // One that a file writes is refused with the file.
  expect(await refused({ api_key: 'sk-bad\nkey-0001' })).toMatchObject({ message: 'api_key has a line break in it, and cannot be sent; copy the key again, here or into the variable that stands here' });
});

describe('the target', () => {
  test('a missing model and a bad endpoint are ConfigErrors', async () => {
    await expect(makeTarget('openai', KEY)).rejects.toThrow('names no model');
    await expect(makeTarget('openai', { ...KEY, endpoint: 'localhost:80' }, { model: 'm' })).rejects.toThrow(
      'not an http or https URL',
    );
  });

  test.each(['/v1', '/v1/', '/v1/chat/completions'])('endpoint %s reaches the same address', async (path) => {
    const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
    const provider = await makeTarget('openai', { base_url: `${stub.url}${path}`, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe('/v1/chat/completions');
  });
});

describe('the request', () => {
  test('options become fields of the body', async () => {
    const { sent } = await exchange(ask('x'), {
      seed: 7,
      stop: ['END'],
      max_tokens: 9,
      reasoning_effort: 'low',
      logprobs: true,
    });
    expect(sent.body).toMatchObject({ seed: 7, stop: ['END'], max_tokens: 9, reasoning_effort: 'low', logprobs: true });
  });

  test('reasoning models get the newer limit name and no temperature, with a warning', async () => {
    const { sent, reply } = await exchange(
      ask('x', { temperature: 0, maxTokens: 50 }),
      {},
      chatWire.text('ok'),
      'gpt-5-mini',
    );
    expect(sent.body).toMatchObject({ max_completion_tokens: 50 });
    expect(sent.body).not.toHaveProperty('temperature');
    expect(sent.body).not.toHaveProperty('max_tokens');
    expect(reply.warnings?.[0]).toContain('temperature');
  });

  test('parameter_mapping renames, in either spelling', async () => {
    const { sent } = await exchange(ask('x', { maxTokens: 5 }), {
      temperature: 1,
      parameter_mapping: { maxTokens: 'limit', temperature: 'heat' },
    });
    expect(sent.body).toMatchObject({ limit: 5, heat: 1 });
    expect(sent.body).not.toHaveProperty('max_tokens');
  });

  test('leading system messages are joined after the system prompt of the target', async () => {
    const messages = [
      { role: 'system', content: 'One.' },
      { role: 'system', content: 'Two.' },
      { role: 'user', content: 'Hi' },
    ] as const;
    const { sent } = await exchange({ ...ask(''), messages }, { system_prompt: 'Zero.' });
    expect(sent.body['messages']).toEqual([
      { role: 'system', content: 'Zero.\n\nOne.\n\nTwo.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  test('tool calls of the conversation are followed by their results, and open turns are left out', async () => {
    const messages = [
      { role: 'user', content: 'Find x' },
      { role: 'assistant', toolCalls: [{ tool: 'search', input: { q: 'x' }, output: { hits: 1 } }, { tool: 'read' }] },
      { role: 'tool', content: 'the page' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: null },
    ] as const;
    const { sent } = await exchange({ ...ask(''), messages });
    expect(sent.body['messages']).toEqual([
      { role: 'user', content: 'Find x' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } },
          { id: 'call_2', type: 'function', function: { name: 'read', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"hits":1}' },
      { role: 'tool', tool_call_id: 'call_2', content: 'the page' },
      { role: 'user', content: 'And?' },
    ]);
  });

  test('images and PDF files are attached; anything else says that it cannot be sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-openai-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'a.png');
    await writeFile(path, 'png!');
    const request = (mediaType: string, file = path): GenerateRequest => ({
      ...ask(''),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', value: 'What is this?' },
            { type: 'file', value: 'a.png', path: file, mediaType },
          ],
        },
      ],
    });
    const base64 = Buffer.from('png!').toString('base64');
    const image = await exchange(request('image/png'));
    expect(image.sent.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
        ],
      },
    ]);
    const pdf = await exchange(request('application/pdf'));
    expect(JSON.stringify(pdf.sent.body['messages'])).toContain(`"file_data":"data:application/pdf;base64,${base64}"`);
    const provider = await makeTarget('openai', { endpoint: 'http://127.0.0.1:9/v1', ...KEY }, { model: 'm' });
    const zip = await failureOf(provider.generate(request('application/zip')));
    expect(zip).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(zip.message).toContain('cannot send the file a.png (application/zip)');
    const missing = await failureOf(provider.generate(request('image/png', join(folder, 'none.png'))));
    expect(missing.message).toContain('cannot read the file a.png');
  });

  test('format completions sends one text and reads one', async () => {
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ] as const;
    const answer = { model: 'm', choices: [{ text: ' Hello!', finish_reason: 'stop' }] };
    const turns = await exchange({ ...ask(''), messages }, { format: 'completions' }, answer);
    expect(turns.sent.url).toBe('/v1/completions');
    expect(turns.sent.body['prompt']).toBe('Be kind.\n\nUser: Hi\n\nAssistant:');
    expect(turns.reply.text).toBe(' Hello!');
    const raw = await exchange({ ...ask(''), messages }, { format: 'completions', prompt_format: 'raw' }, answer);
    expect(raw.sent.body['prompt']).toBe('Be kind.\n\nHi');
  });
});

describe('the reply', () => {
  test('reasoning tokens and the fingerprint are kept', async () => {
    const { reply } = await exchange(ask('x'));
    expect(reply).toMatchObject({ usage: { reasoningTokens: 5 }, fingerprint: 'fp_1' });
  });

  test('log probabilities become the confidence: exp of their mean', async () => {
    const choice = {
      message: { content: 'ab' },
      finish_reason: 'stop',
      logprobs: { content: [{ logprob: Math.log(0.9) }, { logprob: Math.log(0.4) }] },
    };
    const { reply } = await exchange(ask('x'), { logprobs: true }, { choices: [choice] });
    expect(reply.confidence).toBeCloseTo(0.6, 12);
  });

  test('content in parts, refusals and the content filter are understood', async () => {
    const parts = {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
          finish_reason: 'content_filter',
        },
      ],
    };
    expect((await exchange(ask('x'), {}, parts)).reply).toMatchObject({
      text: 'ab',
      finishReason: 'filter',
    });
    const refusal = { choices: [{ message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }] };
    expect((await exchange(ask('x'), {}, refusal)).reply).toMatchObject({
      text: 'No.',
      finishReason: 'refusal',
    });
  });

  test('an error inside a reply with status 200 is that error', async () => {
    const stub = await startStub((response) =>
      sendJson(response, { error: { code: 429, message: 'upstream is busy' } }),
    );
    const provider = await makeTarget('openai', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'rate_limit', status: 429 });
  });

  test.each([
    [{ type: 'requests', code: 'rate_limit_exceeded', message: 'Rate limit reached' }, { kind: 'rate_limit', overloaded: true, retryable: true }],
    [{ type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached' }, { kind: 'rate_limit', overloaded: true, retryable: true }],
    [{ type: null, code: '429', message: 'upstream is busy' }, { kind: 'rate_limit', status: 429, overloaded: true }],
    [{ type: 'insufficient_quota', code: 'insufficient_quota', message: 'none is left' }, { kind: 'rate_limit', retryable: false, hint: expect.stringContaining('billing') as string }],
    [{ type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect key' }, { kind: 'auth', retryable: false }],
    [{ type: null, code: 'context_length_exceeded', message: 'too long' }, { kind: 'bad_request', retryable: false }],
    [{ type: 'server_error', code: null, message: 'broken' }, { kind: 'server', overloaded: false, retryable: true }],
  ])('an error inside a reply is what its type or its code says: %j', async (said, expected) => {
    const stub = await startStub((response) => sendJson(response, { error: said }));
    const provider = await makeTarget('openai', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject(expected);
  });

  test('an error event ends a stream as that error', async () => {
    const event = `data: ${JSON.stringify({ error: { message: 'overloaded', type: 'server_error' } })}\n\n`;
    const stub = await startStub((response) =>
      sendEvents(response, [...chatWire.streamedText(['a']).slice(0, 2), event]),
    );
    const provider = await makeTarget('openai', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'server', retryable: true });
  });

  test.each([
    ['a used-up quota', { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }],
    ['an account that is not active', { error: { message: 'Your account is not active, please check your billing details on our website.', type: 'billing_not_active', code: 'billing_not_active' } }],
    ['a limit of what may be spent', { code: 'Some resource has been exhausted', error: 'Your team has either used all available credits or reached its monthly spending limit.' }],
  ])('%s is not tried again, although its status is 429', async (_, body) => {
    const stub = await startStub((response) => sendJson(response, body, 429));
    const provider = await makeTarget('openai', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'rate_limit', retryable: false });
    expect(error.hint).toContain('billing');
  });

  test('the default table prices a dated snapshot', async () => {
    const stub = await startStub((response) => sendJson(response, chatWire.text('ok')));
    const provider = await makeTarget(
      'openai',
      { endpoint: stub.url, ...KEY },
      { model: 'gpt-4o-mini-2024-07-18', environment: { prices: DEFAULT_PRICES } },
    );
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).costUsd).toBeCloseTo((40 * 0.15 + 60 * 0.075 + 20 * 0.6) / 1e6, 15);
  });
});

test('HTTP_PROXY is honoured, and NO_PROXY takes hosts out', async () => {
  const proxy = await import('node:http').then(({ createServer }) =>
    createServer().on('connect', (request, socket) => {
      seen.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    }),
  );
  const seen: string[] = [];
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  cleanUps.push(() => new Promise((done) => proxy.close(done)));
  const stub = await startStub((response) => sendJson(response, chatWire.text('direct')));
  cleanUps.push(stub.close);
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  const through = await makeTarget('openai', { endpoint: stub.url, ...KEY }, { model: 'm', environment: { env } });
  const around = await makeTarget(
    'openai',
    { endpoint: stub.url, ...KEY },
    { model: 'm', environment: { env: { ...env, NO_PROXY: '127.0.0.1' } } },
  );
  cleanUps.push(
    () => through.close?.(),
    () => around.close?.(),
  );
  expect((await failureOf(through.generate(ask('x')))).kind).toBe('network');
  expect(seen).toEqual([new URL(stub.url).host]);
  expect((await around.generate(ask('x'))).text).toBe('direct');
});

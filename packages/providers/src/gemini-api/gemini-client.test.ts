import type { GenerateRequest } from '@assay/schema';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendEvents, sendJson, startStub } from '../../test/stub-server.js';
import { ask, failureOf, makeTarget } from '../../test/targets.js';
import { geminiWire } from '../../test/wire-formats.js';

const KEY = { api_key: 'AIza-test-0001' };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** The body that arrives for a request. */
async function bodyOf(
  request: GenerateRequest,
  options: Record<string, unknown> = {},
  answer: unknown = geminiWire.text('ok'),
): Promise<Record<string, unknown>> {
  const stub = await startStub((response) => sendJson(response, answer));
  const provider = await makeTarget('google', { endpoint: stub.url, ...KEY, ...options }, { model: 'm' });
  cleanUps.push(stub.close, () => provider.close?.());
  await provider.generate(request);
  return stub.received[0]?.body ?? {};
}

describe('a client of the Gemini API', () => {
  test('sends a request once, and tries none again', async () => {
    const stub = await startStub((response) => sendJson(response, geminiWire.error('busy'), 503));
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await failureOf(provider.generate(ask('x')))).kind).toBe('server');
    expect(stub.received).toHaveLength(1);
  });

  test('neither asks again for a reply to go on, nor calls tools', async () => {
    const candidate = { content: { parts: [{ text: 'Par' }] }, finishReason: 'CONTINUATION', continuationToken: 't' };
    const stub = await startStub((response) => sendJson(response, { candidates: [candidate] }));
    const provider = await makeTarget('google', { endpoint: stub.url, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const reply = await provider.generate(ask('x', { tools: [{ name: 'search' }] }));
    expect(reply).toMatchObject({ text: 'Par', warnings: ['reply ended early (CONTINUATION)'] });
    expect(stub.received).toHaveLength(1);
  });

  test('reads nothing from the environment of the process', async () => {
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    cleanUps.push(stub.close);
    vi.stubEnv('GOOGLE_API_KEY', 'AIza-process-1');
    vi.stubEnv('GEMINI_API_KEY', 'AIza-process-2');
    vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:9');
    cleanUps.push(() => vi.unstubAllEnvs());
    const given = await makeTarget('google', { endpoint: stub.url, ...KEY }, { model: 'm' });
    const own = await makeTarget('google', { url: `${stub.url}/own?team=a` }, { model: 'm' });
    cleanUps.push(
      () => given.close?.(),
      () => own.close?.(),
    );
    await given.generate(ask('x'));
    await own.generate(ask('x'));
    expect(stub.received[0]?.headers['x-goog-api-key']).toBe(KEY.api_key);
    expect(stub.received[1]?.url).toBe('/own?team=a');
    expect(stub.received[1]?.headers).not.toHaveProperty('x-goog-api-key');
    expect(JSON.stringify(stub.received)).not.toContain('AIza-process');
  });

  test('a header of the target takes the place of the usual one', async () => {
    const headers = { 'X-Goog-Api-Key': 'AIza-mine-1', 'User-Agent': 'evals/1' };
    const stub = await startStub((response) => sendJson(response, geminiWire.text('ok')));
    const provider = await makeTarget('google', { endpoint: stub.url, headers }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.headers).toMatchObject({ 'x-goog-api-key': 'AIza-mine-1', 'user-agent': 'evals/1' });
  });

  test('parameters set and remove any field, known here or not', async () => {
    const parameters = {
      temperature: null,
      top_k: 40,
      safetySettings: [{ category: 'c', threshold: 't' }],
      generationConfig: { brandNew: [1], seed: null },
      systemInstruction: null,
      contents: [{ role: 'user', parts: [{ text: 'instead' }], extra: true }],
    };
    const body = await bodyOf(ask('x', { temperature: 1, seed: 7, maxTokens: 5 }), {
      system_prompt: 'Be brief.',
      parameters,
    });
    expect(body).toEqual({
      contents: parameters.contents,
      safetySettings: parameters.safetySettings,
      generationConfig: { maxOutputTokens: 5, topK: 40, brandNew: [1] },
    });
  });

  test('parameters: {generationConfig: null} take all settings away', async () => {
    const body = await bodyOf(ask('x', { temperature: 1 }), { parameters: { generationConfig: null } });
    expect(body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'x' }] }] });
  });

  test('parameter_mapping renames settings', async () => {
    const options = { parameter_mapping: { maxTokens: 'limit' }, parameters: { limit: 9 } };
    const body = await bodyOf(ask('x', { maxTokens: 5, temperature: 0 }), options);
    expect(body['generationConfig']).toEqual({ limit: 9, temperature: 0 });
  });

  test('a stream that ends inside an event is a network error', async () => {
    const events = [...geminiWire.streamedText(['Pa', 'ris']).slice(0, 2), 'data: {"candidates": [{"conte'];
    const stub = await startStub((response) => sendEvents(response, events));
    const provider = await makeTarget('google', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
    expect(error.message).toContain('cut off');
  });

  test('event names, comments and [DONE] of a proxy are passed over', async () => {
    const events = geminiWire.streamedText(['Pa', 'ris']).map((event) => `event: message\n${event}`);
    const stub = await startStub((response) => sendEvents(response, [': hello\n\n', ...events, 'data: [DONE]\n\n']));
    const provider = await makeTarget('google', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).text).toBe('Paris');
  });

  test('an event that is no JSON is a bad_reply', async () => {
    const stub = await startStub((response) => sendEvents(response, ['data: {"candidates": oops}\n\n']));
    const provider = await makeTarget('google', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
  });

  test('events may be cut anywhere on their way, inside a letter too', async () => {
    const whole = Buffer.from(geminiWire.streamedText(['Zürich', ' 東京']).join(''));
    const stub = await startStub((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let at = 0;
      const next = (): void => {
        if (at >= whole.length) return void response.end();
        response.write(whole.subarray(at, (at += 7)));
        setImmediate(next);
      };
      next();
    });
    const provider = await makeTarget('google', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    expect((await provider.generate(ask('x'))).text).toBe('Zürich 東京');
  });

  test('an error inside a reply with status 200 is that error', async () => {
    const error = await failureOf(bodyOf(ask('x'), {}, { error: { code: 429, message: 'upstream is busy' } }));
    expect(error).toMatchObject({ kind: 'rate_limit', status: 429, retryable: true });
  });

  test('a conversation without a message to answer is refused before anything is sent', async () => {
    const error = await failureOf(bodyOf({ ...ask(''), messages: [{ role: 'system', content: 'Be kind.' }] }));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.hint).toContain('user message');
  });
});

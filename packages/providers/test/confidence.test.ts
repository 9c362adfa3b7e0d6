import type { ProviderResponse } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { sendEvents, sendJson, startStub, type ReceivedRequest } from './stub-server.js';
import { ask, makeTarget } from './targets.js';
import { chatWire, geminiWire, messagesWire } from './wire-formats.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Asked {
  readonly model?: string;
  readonly options?: Record<string, unknown>;
  readonly confidence?: boolean;
  readonly reply?: unknown;
  readonly events?: readonly string[];
}

async function exchange(
  provider: string,
  { model = 'test-model', options = {}, confidence = true, reply, events }: Asked = {},
): Promise<{ readonly reply: ProviderResponse; readonly body: Record<string, unknown>; readonly sent: ReceivedRequest }> {
  const stub = await startStub((response) => (events ? sendEvents(response, events) : sendJson(response, reply)));
  const target = await makeTarget(provider, { endpoint: `${stub.url}/v1`, api_key: 'k', ...options }, { model });
  cleanUps.push(stub.close, () => target.close?.());
  const answered = await target.generate(ask('x', { confidence }));
  const [sent] = stub.received;
  if (!sent) throw new TypeError('nothing was sent');
  return { reply: answered, body: sent.body, sent };
}

const TOKENS = [{ token: 'a', logprob: Math.log(0.9) }, { token: 'b', logprob: Math.log(0.4) }];
const BARE = TOKENS.map(({ logprob }) => logprob);

function chatReply(logprobs: unknown, message: unknown = { content: 'ab' }): unknown {
  return { choices: [{ message, finish_reason: 'stop', logprobs }] };
}

function chunk(choice: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
}

const WARNING = /^the confidence was not asked for: .+ gives no token probabilities$/u;

describe('chat completions', () => {
  test.each([
    ['openai', true],
    ['azure', true],
    ['openai-compatible', true],
    ['openrouter', true],
    ['ollama', true],
    ['xai', true],
    ['together', 1],
  ])('%s is asked with logprobs: %s, and the mean token probability comes back', async (name, field) => {
    const { body, reply } = await exchange(name, { reply: chatReply({ content: TOKENS }) });
    expect(body['logprobs']).toBe(field);
    expect(reply.confidence).toBeCloseTo(0.6, 12);
    expect(reply.warnings).toBeUndefined();
  });

  test('without the request nothing is asked for', async () => {
    const { body, reply } = await exchange('openai', { confidence: false, reply: chatWire.text('ok') });
    expect(body).not.toHaveProperty('logprobs');
    expect(reply).not.toHaveProperty('confidence');
    expect(reply.warnings).toBeUndefined();
  });

  test('parameters: {logprobs: null} still removes it, and logprobs: false of the target stands', async () => {
    const removed = await exchange('openai', {
      options: { parameters: { logprobs: null } },
      reply: chatWire.text('ok'),
    });
    expect(removed.body).not.toHaveProperty('logprobs');
    expect(removed.reply.confidence).toBeUndefined();
    const off = await exchange('openai', { options: { logprobs: false }, reply: chatWire.text('ok') });
    expect(off.body).not.toHaveProperty('logprobs');
  });

  test.each([
    ['openai', 'gpt-5-mini', {}],
    ['openai', 'o3', { logprobs: true }],
    ['azure', 'o4-mini', {}],
    ['mistral', 'mistral-small-latest', {}],
  ])('%s:%s refuses to give probabilities and is not asked, which a warning says', async (name, model, options) => {
    const { body, reply } = await exchange(name, { model, options, reply: chatWire.text('ok') });
    expect(body).not.toHaveProperty('logprobs');
    expect(reply.confidence).toBeUndefined();
    expect(reply.warnings).toEqual([expect.stringMatching(WARNING)]);
  });

  test('a reasoning model that is told not to reason is asked', async () => {
    const options = { reasoning_effort: 'none' };
    const { body } = await exchange('openai', { model: 'gpt-5.4', options, reply: chatWire.text('ok') });
    expect(body['logprobs']).toBe(true);
  });

  test('parameters: {logprobs: …} ask any model', async () => {
    const options = { parameters: { logprobs: true } };
    const { body } = await exchange('openai', { model: 'o3', options, reply: chatReply({ content: TOKENS }) });
    expect(body['logprobs']).toBe(true);
  });

  test('format completions asks with logprobs: 1 and reads the numbers of the tokens', async () => {
    const reply = { choices: [{ text: 'ab', finish_reason: 'stop', logprobs: { token_logprobs: [null, ...BARE] } }] };
    const asked = await exchange('openai', { options: { format: 'completions' }, reply });
    expect(asked.body['logprobs']).toBe(1);
    expect(asked.reply.confidence).toBeCloseTo(0.6, 12);
  });

  test('probabilities of a chat that are listed as bare numbers are read too', async () => {
    const { reply } = await exchange('together', { reply: chatReply({ token_logprobs: BARE }) });
    expect(reply.confidence).toBeCloseTo(0.6, 12);
  });

  test.each([
    ['chat', TOKENS.map((token) => chunk({ delta: { content: token.token }, logprobs: { content: [token] } }))],
    ['bare numbers', BARE.map((value) => chunk({ delta: { content: 'a' }, logprobs: { token_logprobs: [value] } }))],
  ])('a stream gives the confidence of the whole reply (%s)', async (_name, events) => {
    const ending = [chunk({ delta: {}, finish_reason: 'stop' }), 'data: [DONE]\n\n'];
    const { body, reply } = await exchange('openai', { options: { stream: true }, events: [...events, ...ending] });
    expect(body).toMatchObject({ stream: true, logprobs: true });
    expect(reply.confidence).toBeCloseTo(0.6, 12);
  });

  test.each([
    ['nothing', undefined],
    ['an empty list', { content: [] }],
    ['a token without a number', { content: [{ token: 'a' }] }],
    ['null', { content: null }],
  ])('a server that answers with %s leaves the confidence open', async (_name, logprobs) => {
    const { reply } = await exchange('openai-compatible', { reply: chatReply(logprobs) });
    expect(reply.text).toBe('ab');
    expect(reply.confidence).toBeUndefined();
  });

  test('a reply without text has no confidence', async () => {
    const { reply } = await exchange('openai', { reply: chatReply({ content: TOKENS }, { content: null }) });
    expect(reply.confidence).toBeUndefined();
  });
});

describe('Gemini', () => {
  function geminiReply(candidate: Record<string, unknown>, text = 'ab'): unknown {
    return { candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP', ...candidate }] };
  }
  const LISTED = { logprobsResult: { chosenCandidates: BARE.map((logProbability) => ({ logProbability })) } };

  test.each([
    ['the mean that it tells', { avgLogprobs: Math.log(0.6) }],
    ['the tokens that it lists', LISTED],
  ])('is asked with responseLogprobs, and %s give the confidence', async (_name, candidate) => {
    const { body, reply } = await exchange('google', { model: 'gemini-2.0-flash', reply: geminiReply(candidate) });
    expect(body['generationConfig']).toEqual({ responseLogprobs: true });
    expect(reply.confidence).toBeCloseTo(0.6, 12);
  });

  test('a stream gives the confidence of the whole reply', async () => {
    const events = BARE.map((logProbability, index) => {
      const logprobsResult = { chosenCandidates: [{ logProbability }] };
      const finish = index === 1 ? { finishReason: 'STOP' } : {};
      const candidate = { content: { parts: [{ text: 'a' }] }, logprobsResult, ...finish };
      return `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`;
    });
    const { reply } = await exchange('google', { options: { stream: true }, events });
    expect(reply.confidence).toBeCloseTo(0.6, 12);
  });

  test.each(['logprobs', 'responseLogprobs', 'response_logprobs'])(
    'parameters: {%s: null} removes it',
    async (name) => {
      const options = { parameters: { [name]: null } };
      const { body } = await exchange('google', { options, reply: geminiWire.text('ok') });
      expect(body).not.toHaveProperty('generationConfig');
    },
  );

  test('models that refuse it are not asked, which a warning says', async () => {
    const { body, reply } = await exchange('google', { model: 'gemini-2.5-flash', reply: geminiWire.text('ok') });
    expect(body).not.toHaveProperty('generationConfig');
    expect(reply.confidence).toBeUndefined();
    expect(reply.warnings).toEqual([expect.stringMatching(WARNING)]);
  });

  test('a reply without text has no confidence', async () => {
    const { reply } = await exchange('google', { reply: geminiReply({ avgLogprobs: -1 }, '') });
    expect(reply.confidence).toBeUndefined();
  });
});

test('anthropic has no such thing: nothing is asked, and the confidence stays open', async () => {
  const asked = await exchange('anthropic', { reply: messagesWire.text('ok') });
  const usual = await exchange('anthropic', { confidence: false, reply: messagesWire.text('ok') });
  expect(asked.body).toEqual(usual.body);
  expect(asked.reply.confidence).toBeUndefined();
});

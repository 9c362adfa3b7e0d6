import { ConfigError, type JudgeRequest, type JudgeScale } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../src/index.js';
import { chatProvider } from './chat-provider.js';
import { startChatServer, type ChatScript } from './chat-server.js';

const REQUEST: JudgeRequest = {
  kind: 'criterion',
  scale: 'five_point',
  criterion: 'Mentions environmental benefits',
  input: [{ role: 'user', content: 'Why electric cars?' }],
  candidate: 'They are clean.',
};
const GOOD = '{"reflection": "Clean is one.", "hits": ["clean air"], "misses": [], "classification": "LARGELY_MET"}';
const signal = new AbortController().signal;

async function judgeOf(script: ChatScript, options: { structuredOutput?: boolean; parseAttempts?: number } = {}) {
  const server = await startChatServer(script);
  const provider = chatProvider(server.url, 'm', options.structuredOutput);
  const judge = createJudge({ id: 'j', provider, parseAttempts: options.parseAttempts });
  return { server, judge };
}

describe('a judge', () => {
  test('reflects, classifies, and is asked at temperature 0', async () => {
    const { server, judge } = await judgeOf({ m: [GOOD] });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toEqual({
      id: 'j',
      model: 'test:m',
      score: 0.75,
      read: 'LARGELY_MET',
      reply: GOOD,
      reflection: 'Clean is one.',
      hits: ['clean air'],
      misses: [],
      fingerprint: 'fp-m-1',
      usage: { inputTokens: 100, outputTokens: 10 },
      costUsd: 0.25,
      latencyMs: 1,
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ temperature: 0 });
    expect(server.requests[0]).not.toHaveProperty('response_format');
  });

  test('uses temperature and token limit as they are given', async () => {
    await using server = await startChatServer({ m: [GOOD] });
    const judge = createJudge({ id: 'j', provider: chatProvider(server.url, 'm'), temperature: 0.3, maxTokens: 500 });
    await judge.assess(REQUEST, { signal });
    expect(server.requests[0]).toMatchObject({ temperature: 0.3, max_tokens: 500 });
  });

  test.each<[JudgeScale, string, number]>([
    ['five_point', '"HALF_MET"', 0.5],
    ['nine_point', '"HINTED"', 0.001],
    ['unit', '0.333', 0.333],
    [{ min: 0, max: 5 }, '4', 0.8],
  ])('scores on the scale %j', async (scale, classification, score) => {
    const { server, judge } = await judgeOf({ m: [`{"reflection": "x", "classification": ${classification}}`] });
    await using _ = server;
    expect(await judge.assess({ ...REQUEST, scale }, { signal })).toMatchObject({ score });
  });

  test("answers an eval's own prompt", async () => {
    const { server, judge } = await judgeOf({ m: ['{"reasoning": "ok", "score": 0.9, "verdict": "fail"}'] });
    await using _ = server;
    const answer = await judge.assess({ kind: 'prompt', scale: 'unit', prompt: 'Rate "hi".' }, { signal });
    expect(answer).toMatchObject({ score: 0.9, reflection: 'ok' });
    expect(answer).not.toHaveProperty('verdict');
    expect(server.requests[0]?.messages.at(-1)?.content).toMatch(/^Rate "hi"\./u);
  });

  test('asks again with a reminder when a reply cannot be read, and sums usage and cost', async () => {
    const { server, judge } = await judgeOf({ m: ['I would say it is quite good.', GOOD] });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({
      score: 0.75,
      fingerprint: 'fp-m-2',
      usage: { inputTokens: 200, outputTokens: 20 },
      costUsd: 0.5,
    });
    const [first, second] = server.requests.map((request) => request.messages.at(-1)?.content ?? '');
    expect(first).not.toContain('could not be used');
    expect(second).toContain('Your last answer could not be used: it states no classification.');
    expect(second).toMatch(/<last-answer-([0-9a-f]+)>\nI would say it is quite good\.\n<\/last-answer-\1>/u);
  });

  test('a reply that stays unreadable is a failure with an excerpt, never a 0', async () => {
    const { server, judge } = await judgeOf({ m: ['I am sorry,\n\u001B[31mbut no.'] });
    await using _ = server;
    const answer = await judge.assess(REQUEST, { signal });
    expect(answer).toMatchObject({
      score: null,
      error: {
        code: 'bad_reply',
        message:
          'the reply is unusable: it states no classification; ' +
          'it begins "I am sorry, [31mbut no." (finish reason: stop)',
      },
      usage: { inputTokens: 200, outputTokens: 20 },
    });
    expect(server.requests).toHaveLength(2);
  });

  test('an empty reply and one off the scale are failures', async () => {
    const { server, judge } = await judgeOf({ m: ['', '{"classification": 7}'] });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({
      score: null,
      error: { code: 'bad_reply', message: expect.stringContaining('classification 7 is not one of') },
    });
  });

  test('makes as many attempts as it is told', async () => {
    const { server, judge } = await judgeOf({ m: ['?', '?', GOOD] }, { parseAttempts: 3 });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: 0.75 });
    expect(server.requests).toHaveLength(3);
    expect(() => createJudge({ id: 'j', provider: chatProvider('', 'm'), parseAttempts: 0 })).toThrow(ConfigError);
  });

  test.each([
    [429, 'rate_limit'],
    [401, 'auth'],
    [503, 'server'],
    [400, 'bad_request'],
  ])('a failed request (HTTP %d) is a vote with the error %s, not asked again', async (status, code) => {
    const { server, judge } = await judgeOf({ m: [{ status, message: 'go away' }] });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({
      score: null,
      error: { code, message: 'go away', status },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a server that is gone is a vote with an error', async () => {
    const { server, judge } = await judgeOf({});
    await server[Symbol.asyncDispose]();
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: null, error: { code: 'network' } });
  });

  test('the cost is at least what is stated when one try has no price, the first or the last', async () => {
    for (const unpriced of [1, 2]) {
      const server = await startChatServer({ m: ['I would say it is quite good.', GOOD] });
      await using _ = server;
      const provider = chatProvider(server.url, 'm');
      let tries = 0;
      const generate: typeof provider.generate = async (request) => {
        const response = await provider.generate(request);
        tries += 1;
        return tries === unpriced ? { ...response, costUsd: undefined } : response;
      };
      const answer = await createJudge({ id: 'j', provider: { ...provider, generate } }).assess(REQUEST, { signal });
      expect(answer).toMatchObject({ score: 0.75, costUsd: 0.25, costIncomplete: true });
    }
  });

  test('what the first try cost is kept when the second fails', async () => {
    const { server, judge } = await judgeOf({ m: ['?', { status: 500, message: 'down' }] });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({
      score: null,
      error: { code: 'server' },
      costUsd: 0.25,
    });
  });

  test('an impossible scale is an answer that says so, without a request', async () => {
    const { server, judge } = await judgeOf({ m: [GOOD] });
    await using _ = server;
    const answer = await judge.assess({ ...REQUEST, scale: { min: 5, max: 0 } }, { signal });
    expect(answer).toMatchObject({ score: null, error: { code: 'config' } });
    expect(server.requests).toHaveLength(0);
  });
});

describe('structured output', () => {
  test('is asked for where the provider has it', async () => {
    const { server, judge } = await judgeOf({ m: [GOOD] }, { structuredOutput: true });
    await using _ = server;
    await judge.assess(REQUEST, { signal });
    const schema = server.requests[0]?.response_format?.json_schema.schema as {
      required: string[];
      properties: Record<string, unknown>;
    };
    expect(Object.keys(schema.properties)).toEqual(['reflection', 'hits', 'misses', 'classification']);
    expect(schema.required).toEqual(Object.keys(schema.properties));
    expect(schema).toMatchObject({ additionalProperties: false, properties: { classification: { type: 'string' } } });
  });

  const refusing: ChatScript = {
    m: (request) => (request.response_format ? { status: 400, message: 'no response_format' } : GOOD),
  };

  test('is given up for good when the API refuses it', async () => {
    const { server, judge } = await judgeOf(refusing, { structuredOutput: true });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: 0.75 });
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: 0.75 });
    expect(server.requests.map((request) => request.response_format !== undefined)).toEqual([true, false, false]);
  });

  test('is not given up for a request that is bad without it too', async () => {
    let calls = 0;
    const script: ChatScript = { m: () => ((calls += 1) <= 2 ? { status: 400, message: 'too long' } : GOOD) };
    const { server, judge } = await judgeOf(script, { structuredOutput: true });
    await using _ = server;
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: null, error: { code: 'bad_request' } });
    expect(await judge.assess(REQUEST, { signal })).toMatchObject({ score: 0.75 });
    expect(server.requests.map((request) => request.response_format !== undefined)).toEqual([true, false, true]);
  });

  test('is not given up for other failures', async () => {
    const { server, judge } = await judgeOf({ m: [{ status: 500, message: 'down' }] }, { structuredOutput: true });
    await using _ = server;
    await judge.assess(REQUEST, { signal });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an abort', () => {
  test('ends a judge that hangs', async () => {
    const controller = new AbortController();
    const script: ChatScript = {
      m: () => {
        setImmediate(() => controller.abort(new Error('enough')));
        return 'hang';
      },
    };
    const { server, judge } = await judgeOf(script);
    await using _ = server;
    await expect(judge.assess(REQUEST, { signal: controller.signal })).rejects.toThrow('enough');
  });

  test('before the start sends nothing', async () => {
    const { server, judge } = await judgeOf({ m: [GOOD] });
    await using _ = server;
    await expect(judge.assess(REQUEST, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/iu);
    expect(server.requests).toHaveLength(0);
  });

  test('between two tries keeps the second from being sent', async () => {
    const controller = new AbortController();
    const { server, judge } = await judgeOf({
      m: () => {
        controller.abort(new Error('enough'));
        return '?';
      },
    });
    await using _ = server;
    await expect(judge.assess(REQUEST, { signal: controller.signal })).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });
});

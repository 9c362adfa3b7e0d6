import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { withShortPatience } from '../../test/short-patience.js';
import type { GenerateRequest } from '../contracts/generate-request.js';
import { defineProvider, type Provider, type ProviderDefinition } from '../contracts/provider.js';
import type { JsonValue } from '../domain/json.js';
import { ProviderError } from '../errors/provider-error.js';
import {
  providerConformance,
  type ProviderBehaviour,
  type ProviderConformanceOptions,
  type ProviderSubject,
} from './provider-conformance.js';
import { sampleResponse } from './samples/sample-response.js';

const TOOL_CALLS = [{ tool: 'search', input: { query: 'x' } }, { tool: 'answer' }];

async function post(url: string, { signal, ...request }: GenerateRequest): Promise<Response> {
  const failure = (kind: 'aborted' | 'timeout' | 'network', cause: unknown): ProviderError =>
    new ProviderError(kind, { kind, target: 'remote', cause });
  try {
    return await fetch(url, { method: 'POST', body: JSON.stringify(request), signal });
  } catch (error) {
    if (!signal.aborted) throw failure('network', error);
    throw failure((signal.reason as Error).name === 'TimeoutError' ? 'timeout' : 'aborted', error);
  }
}

/** Without the fields that are not there. */
function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function remote(url: string): Provider {
  return {
    name: 'remote',
    provider: 'http',
    structuredOutput: false,
    async identity({ messages, temperature, maxTokens, seed, tools, responseFormat, repeat }) {
      return plain({ url, messages, temperature, maxTokens, seed, tools, responseFormat, repeat });
    },
    async generate(request) {
      const response = await post(url, request);
      if (!response.ok) {
        throw new ProviderError('the server failed', { kind: 'server', target: 'remote', status: response.status });
      }
      const reply = (await response.json()) as { readonly text: string; readonly toolCalls: typeof TOOL_CALLS };
      return sampleResponse(reply);
    },
  };
}

const definition = defineProvider({
  name: 'http',
  description: 'Asks a server.',
  options: v.object({ endpoint: v.string() }),
  examples: [{ title: 'a server', value: { name: 'remote', provider: 'http', endpoint: 'http://127.0.0.1:1' } }],
  create: ({ options }) => remote(options.endpoint),
});

const SENDS_NOTHING = 'sends nothing before generate(), also when it is warmed up and looks at what it has';

type Break = (provider: Provider, url: string) => Partial<Provider>;

/** A real server that behaves as asked, and a provider that keeps every promise unless it is broken. */
async function makeSubject(behaviour: ProviderBehaviour, change: Break = () => ({})): Promise<ProviderSubject> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    if (behaviour === 'hangs') return;
    response.statusCode = behaviour === 'fails' ? 503 : 200;
    response.end(
      JSON.stringify({ text: 'The capital is Paris.', toolCalls: behaviour === 'calls_tools' ? TOOL_CALLS : [] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = remote(url);
  return {
    provider: { ...provider, ...change(provider, url) },
    requests: () => requests,
    cleanUp: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function broken(change: Break, options?: ProviderConformanceOptions): Promise<string[]> {
  return brokenPromises(providerConformance(definition, (behaviour) => makeSubject(behaviour, change), options));
}

test('a good provider keeps every promise', async () => {
  expect(await broken(() => ({}))).toEqual([]);
});

test('only what the other side can do is checked', () => {
  const names = (options?: ProviderConformanceOptions): string[] =>
    providerConformance(definition, (behaviour) => makeSubject(behaviour), options).map(({ name }) => name);
  expect(names({ behaviours: ['answers'] })).not.toContainEqual(expect.stringMatching(/in flight|retry|tool call of/u));
  expect(names({ countsRequests: false })).not.toContain(SENDS_NOTHING);
  expect(names().length).toBeGreaterThan(names({ behaviours: ['answers'] }).length);
});

describe.concurrent('a broken provider fails the check of the promise that it breaks', () => {
  const ALREADY = 'a signal that is already aborted ends in a ProviderError of kind aborted, with nothing sent';
  const ABORT =
    'an abort in flight ends the request with a ProviderError of kind aborted that is not tried again';
  const TIMEOUT = 'a time-out in flight ends the request with a ProviderError of kind timeout';
  const FAILURE = 'a failure is a ProviderError that names the target and says whether to try again';
  const REPLY = 'a reply has text, messages, tool calls and a latency, in units that can be counted';
  const TRACE = 'every tool call of every turn is in one trace, in order';
  const TURNS = 'the messages of a reply are the generated turns, and its text holds all that they say';
  const RETRY = 'does not retry: a failed request was sent once';
  const IDENTITY =
    'the identity of a request, if it has one, is all that changes its answer, and nothing else; asking for it sends nothing';
  const NAMES = 'the provider carries the names of its target and definition';

  const replying =
    (change: (request: GenerateRequest) => object): Break =>
    (provider) => ({
      generate: async (request) => ({ ...(await provider.generate(request)), ...change(request) }),
    });

  test.for<[string, Break, readonly string[]]>([
    ['made by another definition', () => ({ provider: 'other' }), [NAMES]],
    ['a request to be warm', (_, url) => ({ warmUp: async () => void (await fetch(url)) }), [SENDS_NOTHING]],
    ['a request to look at what it has', (_, url) => ({ prepare: async () => (await fetch(url), []) }), [SENDS_NOTHING]],
    ['findings that are no list', () => ({ prepare: async () => 'all is well' as never }), [SENDS_NOTHING]],
    ['batches without an identity', () => ({ identity: async () => undefined, batch: {} as never }), [IDENTITY]],
    ['a finish reason of its API', replying(() => ({ finishReason: 'end_turn' })), [REPLY, TRACE]],
    ['an identity with the case', (provider) => ({ identity: async (request) => [(await provider.identity?.(request)) ?? null, request.caseId ?? ''] }), [IDENTITY]],
    ['an identity with the attempt', (provider) => ({ identity: async (request) => [(await provider.identity?.(request)) ?? null, request.attempt ?? 1] }), [IDENTITY]],
    ['an identity without the repeat', (provider) => ({ identity: async (request) => provider.identity?.({ ...request, repeat: 1 }) }), [IDENTITY]],
    ['an identity without the tools', (provider) => ({ identity: async ({ tools: _tools, ...request }) => provider.identity?.(request) }), [IDENTITY]],
    ['an identity that is asked for', (_provider, url) => ({ identity: async ({ messages }) => (await (await fetch(url)).text()) + messages.length }), [IDENTITY]],
    ['an identity that is no JSON', () => ({ identity: async () => new Date(0) as never }), [IDENTITY]],
    ['a latency below 0', replying(() => ({ latencyMs: -1 })), [REPLY, TRACE]],
    ['a cost that is not a number', replying(() => ({ costUsd: Number.NaN })), [REPLY, TRACE]],
    ['a confidence above 1', replying(() => ({ confidence: 95 })), [REPLY, TRACE]],
    ['a date inside the reply', replying(() => ({ finishReason: new Date(0) })), [REPLY, TRACE]],
    [
      'the text of a turn is lost',
      replying(() => ({ text: 'Paris.', messages: [{ role: 'assistant', content: 'Berlin.' }], toolCalls: TOOL_CALLS })),
      [TURNS, TRACE],
    ],
    ['the question among the turns', replying(({ messages }) => ({ messages })), [TURNS, TRACE]],
    ['tool calls in messages only', replying(() => ({ toolCalls: [] })), [TRACE]],
    [
      'tool calls in another order',
      (provider) => ({
        generate: async (request) => {
          const reply = await provider.generate(request);
          return { ...reply, toolCalls: reply.toolCalls.toReversed() };
        },
      }),
      [TRACE],
    ],
    [
      'a signal that is ignored when it is already aborted',
      (provider) => ({
        generate: (request) =>
          provider.generate(request.signal.aborted ? { ...request, signal: new AbortController().signal } : request),
      }),
      [ALREADY],
    ],
    [
      'a signal that is looked at only after sending',
      (provider, url) => ({
        generate: async (request) => {
          if (request.signal.aborted) await fetch(url);
          return provider.generate(request);
        },
      }),
      [ALREADY],
    ],
    [
      'time-outs that are called aborts',
      (provider) => ({
        generate: async (request) => {
          try {
            return await provider.generate(request);
          } catch (error) {
            if (!request.signal.aborted) throw error;
            throw new ProviderError('gave up', { kind: 'aborted', target: 'remote', cause: error });
          }
        },
      }),
      [TIMEOUT],
    ],
    [
      'failures that are no ProviderError',
      (provider) => ({
        generate: async (request) => {
          try {
            return await provider.generate(request);
          } catch (error) {
            if (request.signal.aborted) throw error;
            throw new TypeError('fetch failed', { cause: error });
          }
        },
      }),
      [FAILURE, RETRY],
    ],
    [
      'failures of a target that is not named',
      (provider) => ({
        generate: async (request) => {
          try {
            return await provider.generate(request);
          } catch (error) {
            if (request.signal.aborted) throw error;
            throw new ProviderError('failed', { kind: 'server', target: 'http' });
          }
        },
      }),
      [FAILURE],
    ],
    [
      'retries of its own',
      (provider) => ({
        generate: (request) => provider.generate(request).catch(() => provider.generate(request)),
      }),
      [RETRY],
    ],
    [
      'a failure that becomes an empty reply',
      (provider) => ({
        generate: (request) =>
          provider.generate(request).catch((error: unknown) => {
            if (request.signal.aborted) throw error;
            return sampleResponse({ text: '' });
          }),
      }),
      [FAILURE, RETRY],
    ],
  ])('%s', async ([, change, promises]) => {
    expect(await broken(change)).toEqual(promises);
  });

  test.sequential('a signal that is ignored in flight', async () => {
    withShortPatience();
    const failed = await broken((provider) => ({
      generate: (request) =>
        provider.generate(request.signal.aborted ? request : { ...request, signal: new AbortController().signal }),
    }));
    expect(failed).toEqual([ABORT, TIMEOUT]);
  });

  test('an identity with the key', async () => {
    const checks = providerConformance(definition, async (behaviour) => {
      const subject = await makeSubject(behaviour);
      const keyed = (key: string): Provider => ({ ...subject.provider, identity: async (request) => [key, (await subject.provider.identity?.(request)) ?? null] });
      return { ...subject, provider: keyed('a'), withOtherKey: keyed('b') };
    });
    expect(await brokenPromises(checks)).toEqual([IDENTITY]);
  });

  test('a request that is changed', async () => {
    const failed = await broken((provider) => ({
      generate: (request) => {
        Object.assign(request, { maxTokens: 1 });
        return provider.generate(request);
      },
    }));
    expect(failed).toContain('does not change the request, and answers several at once');
  });

  test('a request that is sent on creation', async () => {
    const failed = await broken((_provider, url) => {
      void fetch(url).catch(() => undefined);
      return {};
    });
    expect(failed).toContain(SENDS_NOTHING);
  });
});

describe('a broken definition fails the check of the promise that it breaks', () => {
  const ofDefinition = async (change: Partial<ProviderDefinition>): Promise<string[]> =>
    brokenPromises(
      providerConformance({ ...definition, ...change }, (behaviour) => makeSubject(behaviour), { behaviours: [] }),
    );

  test.each<[string, Partial<ProviderDefinition>, string]>([
    ['a name in capitals', { name: 'HTTP' }, 'has a name in lower case'],
    ['no description', { description: ' ' }, 'has a name in lower case and a description'],
    ['an alias that is the name', { aliases: ['http'] }, 'no alias twice'],
    ['no example', { examples: [] }, 'accepts every example'],
    ['an example that does not fit', { examples: [{ title: 't', value: { provider: 'http' } }] }, 'accepts every example'],
    ['options that accept anything', { options: v.any() }, 'rejects what is no set of options'],
    [
      'options that transform',
      { options: v.object({ endpoint: v.pipe(v.string(), v.trim()) }) },
      'free of transforms',
    ],
  ])('%s', async (_title, change, promise) => {
    expect(await ofDefinition(change)).toEqual([expect.stringContaining(promise)]);
  });

  test('a good definition keeps every promise', async () => {
    expect(await ofDefinition({})).toEqual([]);
  });
});

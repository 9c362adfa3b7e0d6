import assert from 'node:assert/strict';
import type { GenerateRequest } from '../contracts/generate-request.js';
import type { Provider, ProviderDefinition } from '../contracts/provider.js';
import { ROLES } from '../domain/message.js';
import { messageText } from '../texts/message-text.js';
import type { FinishReason, ProviderResponse } from '../domain/response.js';
import type { ProviderError } from '../errors/provider-error.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { failureOf } from './support/failure-of.js';
import { assertIdentity, IDENTITY_PARTS, type IdentityPart } from './support/identity-assertions.js';
import { definitionConformance } from './definition-conformance.js';
import { assertPlainJson } from './support/plain-json.js';
import { assertAmount, assertUsage } from './support/score-assertions.js';
import { within } from './support/within.js';

/**
 * How the other side of a subject behaves:
 * - `answers`: replies to every request with some text;
 * - `calls_tools`: replies with at least two tool calls;
 * - `fails`: fails every request, in a way that may pass (HTTP 503, exit code 1);
 * - `hangs`: accepts requests and never replies.
 */
export type ProviderBehaviour = 'answers' | 'calls_tools' | 'fails' | 'hangs';

export interface ProviderSubject {
  readonly provider: Provider;
  /** The same target with another key, where it takes one. */
  readonly withOtherKey?: Provider | undefined;
  /** Requests (or processes) that have reached the other side so far. */
  requests(): number;
  /** Stops the other side. The suite closes the provider itself. */
  cleanUp?(): void | Promise<void>;
}

export interface ProviderConformanceOptions {
  /**
   * What the other side can be made to do. Default: everything. Leave out what makes no sense,
   * e.g. `hangs` for a provider that reads recordings.
   */
  readonly behaviours?: readonly ProviderBehaviour[] | undefined;
  /** False if there is no other side whose requests could be counted. Default true. */
  readonly countsRequests?: boolean | undefined;
  /** The parts of a request that change its answer, for providers with an identity. Default: all that there are. */
  readonly dependsOn?: readonly IdentityPart[] | undefined;
}

interface Context extends ProviderSubject {
  readonly definition: ProviderDefinition;
  readonly countsRequests: boolean;
  readonly dependsOn: readonly IdentityPart[];
}

interface ProviderCheck {
  readonly name: string;
  readonly behaviour: ProviderBehaviour;
  /** True for checks that need `requests()` to mean something. */
  readonly counts?: boolean;
  readonly check: (context: Context) => Promise<void>;
}

function request(signal: AbortSignal): GenerateRequest {
  return Object.freeze({
    ...deepFreeze({
      messages: [
        { role: 'system' as const, content: 'Answer in one sentence.' },
        { role: 'user' as const, content: 'What is the capital of France?' },
      ],
      tools: [{ name: 'search', description: 'Searches the web', schema: { type: 'object', properties: {} } }],
      temperature: 0,
      caseId: 'capital-of-france',
      suite: 'geography',
      suitePath: 'evals/geography.yaml',
      repeat: 1,
      attempt: 1,
    }),
    signal,
  });
}

async function ask(provider: Provider): Promise<ProviderResponse> {
  return within(provider.generate(request(new AbortController().signal)), 'generate()');
}

/** Waits until the request is under way, so that the abort really comes in flight. */
async function underWay(context: Context): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 10) {
    if (context.countsRequests && context.requests() > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (!context.countsRequests && waited >= 50) return;
  }
}

async function abortInFlight(context: Context, reason?: unknown): Promise<ProviderError> {
  const controller = new AbortController();
  const failure = failureOf(context.provider.generate(request(controller.signal)), 'an aborted generate()');
  // It may fail before anybody looks at it.
  failure.catch(() => undefined);
  await underWay(context);
  controller.abort(reason);
  return failure;
}

const FINISH_REASONS: ReadonlySet<FinishReason> = new Set(['stop', 'length', 'tool_calls', 'filter', 'refusal', 'other']);

function assertReply(reply: ProviderResponse): void {
  assert.equal(typeof reply.text, 'string', 'text is missing');
  assert.ok(Array.isArray(reply.messages), 'messages are missing');
  assert.ok(Array.isArray(reply.toolCalls), 'toolCalls are missing');
  assert.ok(typeof reply.latencyMs === 'number', 'latencyMs is missing');
  if (!Number.isNaN(reply.latencyMs)) assertAmount(reply.latencyMs, 'latencyMs');
  assertAmount(reply.costUsd, 'costUsd');
  assertUsage(reply.usage, 'usage');
  if (reply.finishReason !== undefined) assert.ok(FINISH_REASONS.has(reply.finishReason), `finishReason is "${reply.finishReason}", which is no word of the contract`);
  if (reply.confidence !== undefined) {
    assert.ok(reply.confidence >= 0 && reply.confidence <= 1, `confidence is not in [0, 1]: ${reply.confidence}`);
  }
  for (const { remaining, resetMs } of [reply.rateLimits?.requests, reply.rateLimits?.tokens].flatMap((limit) => limit ?? [])) {
    assertAmount(remaining, 'rateLimits: remaining');
    assertAmount(resetMs, 'rateLimits: resetMs');
  }
  // NaN, for a latency that is not known, is null in rows.
  assertPlainJson({ ...reply, latencyMs: Number.isNaN(reply.latencyMs) ? null : reply.latencyMs }, 'the reply');
}

const CHECKS: readonly ProviderCheck[] = [
  {
    name: 'the provider carries the names of its target and definition',
    behaviour: 'answers',
    check: async ({ provider, definition }) => {
      assert.ok(provider.name !== '', 'the target has no name');
      assert.equal(provider.provider, definition.name);
      assert.equal(typeof provider.structuredOutput, 'boolean');
      const { servedBy } = provider;
      if (servedBy?.kind === 'service') assert.ok(servedBy.account !== '', 'the account has no digest');
      if (servedBy?.kind === 'process') assert.ok(Number.isInteger(servedBy.atOnce) && servedBy.atOnce >= 1, 'atOnce is no whole number >= 1');
    },
  },
  {
    name: 'sends nothing before generate(), also when it is warmed up and looks at what it has',
    behaviour: 'answers',
    counts: true,
    check: async ({ provider, requests }) => {
      await within((async () => provider.warmUp?.())(), 'warmUp()');
      const found = await within((async () => provider.prepare?.())(), 'prepare()');
      assert.ok(found === undefined || Array.isArray(found), 'prepare() gives no list of findings');
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(requests(), 0, 'a request was sent by create(), warmUp() or prepare()');
      await ask(provider);
      assert.equal(requests(), 1, 'generate() sends one request');
    },
  },
  {
    name: 'a reply has text, messages, tool calls and a latency, in units that can be counted',
    behaviour: 'answers',
    check: async ({ provider }) => {
      const reply = await ask(provider);
      assertReply(reply);
      assert.notEqual(reply.text, '', 'the text of the reply was lost');
    },
  },
  {
    name: 'the messages of a reply are the generated turns, and its text holds all that they say',
    behaviour: 'answers',
    check: async ({ provider }) => {
      const { text, messages } = await ask(provider);
      assert.ok(
        messages.some((message) => message.role === 'assistant'),
        'no assistant message',
      );
      for (const message of messages) {
        assert.ok(ROLES.includes(message.role) && message.role !== 'user', `a turn of role ${message.role}`);
        if (message.role !== 'assistant') continue;
        assert.ok(text.includes(messageText(message.content)), 'the text lacks what a message says');
      }
    },
  },
  {
    name: 'does not change the request, and answers several at once',
    behaviour: 'answers',
    check: async ({ provider }) => {
      const replies = await Promise.all([ask(provider), ask(provider), ask(provider)]);
      for (const reply of replies) assert.notEqual(reply.text, '', 'the text of a reply was lost');
    },
  },
  {
    name: 'the identity of a request, if it has one, is all that changes its answer, and nothing else; asking for it sends nothing',
    behaviour: 'answers',
    check: async ({ provider, withOtherKey, requests, countsRequests, dependsOn }) => {
      const signal = new AbortController().signal;
      const identity = await provider.identity?.(request(signal));
      assert.ok(identity !== undefined || !provider.batch, 'its answers come by batches, and have no identity to be found again by');
      if (identity === undefined) return;
      await assertIdentity(provider, request(signal), dependsOn, withOtherKey);
      if (countsRequests) assert.equal(requests(), 0, 'a request was sent');
    },
  },
  {
    name: 'every tool call of every turn is in one trace, in order',
    behaviour: 'calls_tools',
    check: async ({ provider }) => {
      const reply = await ask(provider);
      assertReply(reply);
      assert.ok(reply.toolCalls.length >= 2, `${reply.toolCalls.length} tool calls in the trace, expected two or more`);
      for (const { tool } of reply.toolCalls) assert.ok(typeof tool === 'string' && tool !== '', 'a tool has no name');
      assert.deepEqual(
        reply.messages.flatMap((message) => message.toolCalls ?? []).map(({ tool, input }) => ({ tool, input })),
        reply.toolCalls.map(({ tool, input }) => ({ tool, input })),
        'the calls of the messages and the trace differ',
      );
    },
  },
  {
    name: 'a signal that is already aborted ends in a ProviderError of kind aborted, with nothing sent',
    behaviour: 'answers',
    check: async ({ provider, requests, countsRequests }) => {
      const error = await failureOf(
        (async () => provider.generate(request(AbortSignal.abort())))(),
        'generate() with an aborted signal',
      );
      assert.equal(error.kind, 'aborted');
      assert.equal(error.target, provider.name);
      if (countsRequests) assert.equal(requests(), 0, 'a request was sent although the signal was aborted');
    },
  },
  {
    name: 'an abort in flight ends the request with a ProviderError of kind aborted that is not tried again',
    behaviour: 'hangs',
    check: async (context) => {
      const error = await abortInFlight(context);
      assert.equal(error.kind, 'aborted');
      assert.equal(error.target, context.provider.name);
      assert.equal(error.retryable, false);
    },
  },
  {
    name: 'a time-out in flight ends the request with a ProviderError of kind timeout',
    behaviour: 'hangs',
    check: async (context) => {
      const error = await abortInFlight(context, new DOMException('the time is up', 'TimeoutError'));
      assert.equal(error.kind, 'timeout');
      assert.equal(error.target, context.provider.name);
    },
  },
  {
    name: 'a failure is a ProviderError that names the target and says whether to try again',
    behaviour: 'fails',
    check: async ({ provider }) => {
      const error = await failureOf(ask(provider), 'a failed request');
      assert.equal(error.target, provider.name);
      assert.equal(typeof error.retryable, 'boolean');
      assert.ok(error.kind !== 'aborted', 'nobody aborted the request');
      assert.notEqual(error.message, '');
    },
  },
  {
    name: 'does not retry: a failed request was sent once',
    behaviour: 'fails',
    counts: true,
    check: async ({ provider, requests }) => {
      await failureOf(ask(provider), 'a failed request');
      assert.equal(requests(), 1);
    },
  },
];

/**
 * What every {@link Provider} promises. `makeSubject` makes a fresh one, against an other side that
 * behaves as asked, for each check; `definition` is checked as well.
 */
export function providerConformance(
  definition: ProviderDefinition,
  makeSubject: (behaviour: ProviderBehaviour) => ProviderSubject | Promise<ProviderSubject>,
  options: ProviderConformanceOptions = {},
): readonly ConformanceCheck[] {
  const countsRequests = options.countsRequests ?? true;
  const checks = CHECKS.filter(
    ({ behaviour, counts }) => (options.behaviours?.includes(behaviour) ?? true) && (countsRequests || !counts),
  ).map(({ name, behaviour, check }) => ({
    name,
    run: async () => {
      const subject = await makeSubject(behaviour);
      try {
        await check({
          provider: subject.provider,
          withOtherKey: subject.withOtherKey,
          requests: () => subject.requests(),
          definition,
          countsRequests,
          dependsOn: options.dependsOn ?? IDENTITY_PARTS,
        });
      } finally {
        await subject.provider.close?.();
        await subject.withOtherKey?.close?.();
        await subject.cleanUp?.();
      }
    },
  }));
  return [...definitionConformance(definition), ...checks];
}

import assert from 'node:assert/strict';
import type { Embedder, Embeddings } from '../contracts/embedder.js';
import { isJsonObject } from '../domain/json.js';
import type { ProviderError } from '../errors/provider-error.js';
import { describeValue } from '../normalization/findings.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { failureOf } from './support/failure-of.js';
import { assertPlainJson } from './support/plain-json.js';
import { assertAmount, assertUsage } from './support/score-assertions.js';
import { within } from './support/within.js';

/**
 * How the other side of a subject behaves:
 * - `answers`: gives every text a vector, the same text the same one, other texts other ones;
 * - `fails`: fails every request, in a way that may pass (HTTP 503);
 * - `hangs`: accepts requests and never replies.
 */
export type EmbedderBehaviour = 'answers' | 'fails' | 'hangs';

export interface EmbedderSubject {
  readonly embedder: Embedder;
  /** The same target with another key, where it takes one. */
  readonly withOtherKey?: Embedder | undefined;
  /** Requests that have reached the other side so far; absent where there is none. */
  requests?(): number;
  /** Stops the other side. The suite closes the embedder itself. */
  cleanUp?(): void | Promise<void>;
}

export interface EmbedderConformanceOptions {
  /** What the other side can be made to do. Default: everything. */
  readonly behaviours?: readonly EmbedderBehaviour[] | undefined;
  /** Three texts that a model of few words tells apart. Default: English sentences. */
  readonly texts?: readonly string[] | undefined;
}

interface Context {
  readonly subject: EmbedderSubject;
  readonly texts: readonly string[];
}

interface EmbedderCheck {
  readonly name: string;
  readonly behaviour: EmbedderBehaviour;
  readonly check: (context: Context) => Promise<void>;
}

const TEXTS = ['Paris is the capital of France.', 'The bill is paid within 14 days.', 'Good night!'];

/** Part of its length by which a vector may differ from that of the same text in another request. */
const NOISE = 1e-3;

function length(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

function isAlike(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && length(a.map((value, index) => value - (b[index] ?? 0))) <= NOISE * length(a);
}

async function embed({ embedder }: EmbedderSubject, texts: readonly string[]): Promise<Embeddings> {
  const given = await within(embedder.embed(texts, { signal: new AbortController().signal }), 'embed()');
  const { vectors }: { readonly vectors?: unknown } = isJsonObject(given) ? given : {};
  assert.ok(Array.isArray(vectors), `embed() gave ${describeValue(given)} in place of an object with a list of vectors, as { vectors: [[0.1, 0.2]] }`);
  return given;
}

/** Waits until the request is under way, so that the abort really comes in flight. */
async function underWay(subject: EmbedderSubject): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 10) {
    if (subject.requests?.() !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function abortInFlight({ subject, texts }: Context, reason?: unknown): Promise<ProviderError> {
  const controller = new AbortController();
  const failure = failureOf(subject.embedder.embed(texts, { signal: controller.signal }), 'an aborted embed()');
  // It may fail before anybody looks at it.
  failure.catch(() => undefined);
  await underWay(subject);
  controller.abort(reason);
  return failure;
}

const CHECKS: readonly EmbedderCheck[] = [
  {
    name: 'the embedder carries the names of its target and its model',
    behaviour: 'answers',
    check: async ({ subject: { embedder: { name, model, servedBy, mostTexts } } }) => {
      assert.ok(name !== '' && model !== '', 'the target or the model has no name');
      if (mostTexts !== undefined) assert.ok(Number.isInteger(mostTexts) && mostTexts >= 1, 'mostTexts is no whole number >= 1');
      if (servedBy?.kind === 'service') assert.ok(servedBy.account !== '', 'the account has no digest');
      if (servedBy?.kind === 'process') assert.ok(Number.isInteger(servedBy.atOnce) && servedBy.atOnce >= 1, 'atOnce is no whole number >= 1');
    },
  },
  {
    name: 'sends nothing before embed(), and then one request for all texts',
    behaviour: 'answers',
    check: async ({ subject, texts }) => {
      assert.equal(subject.requests?.() ?? 0, 0, 'a request was sent before embed()');
      await embed(subject, texts);
      assert.equal(subject.requests?.() ?? 1, 1, 'embed() sends one request');
    },
  },
  {
    name: 'each text gets a vector of finite numbers, all of one length, with figures that can be counted',
    behaviour: 'answers',
    check: async ({ subject, texts }) => {
      const { vectors, usage, costUsd, warnings, ...rest } = await embed(subject, texts);
      assert.equal(vectors.length, texts.length, `${vectors.length} vectors for ${texts.length} texts`);
      const [first = []] = vectors;
      for (const vector of vectors) {
        assert.ok(vector.length > 0 && vector.length === first.length, 'a vector of another length');
        for (const value of vector) assert.ok(Number.isFinite(value), `${value} in a vector`);
      }
      assertUsage(usage, 'usage');
      assertAmount(costUsd, 'costUsd');
      assertPlainJson({ vectors, usage, costUsd, warnings, ...rest }, 'what embed() gives');
    },
  },
  {
    name: 'vectors come in the order of their texts, whatever else is asked with them',
    behaviour: 'answers',
    check: async ({ subject, texts }) => {
      const { vectors } = await embed(subject, texts);
      const { vectors: turned } = await embed(subject, texts.toReversed());
      const { vectors: alone } = await embed(subject, texts.slice(1, 2));
      for (const [index, vector] of vectors.entries()) assert.ok(isAlike(vector, turned.at(-1 - index) ?? []), `text ${index + 1} has another vector when it comes in another order`);
      assert.ok(isAlike(vectors[1] ?? [], alone[0] ?? []), 'a text has another vector when it comes alone');
      assert.ok(!isAlike(vectors[0] ?? [], vectors[1] ?? []), 'two texts have one vector');
    },
  },
  {
    name: 'the identity, if it has one, is plain JSON without the key; asking for it sends nothing',
    behaviour: 'answers',
    check: async ({ subject }) => {
      const { embedder, withOtherKey } = subject;
      const identity = embedder.identity?.();
      if (identity !== undefined) assertPlainJson(identity, 'the identity of vectors');
      assert.deepEqual(embedder.identity?.(), identity, 'the identity is another one when it is asked for again');
      if (withOtherKey) assert.deepEqual(withOtherKey.identity?.(), identity, 'the identity depends on the key');
      assert.equal(subject.requests?.() ?? 0, 0, 'a request was sent');
    },
  },
  {
    name: 'a signal that is already aborted ends in a ProviderError of kind aborted, with nothing sent',
    behaviour: 'answers',
    check: async ({ subject, texts }) => {
      const { embedder } = subject;
      const error = await failureOf((async () => embedder.embed(texts, { signal: AbortSignal.abort() }))(), 'embed() with an aborted signal');
      assert.equal(error.kind, 'aborted');
      assert.equal(error.target, embedder.name);
      assert.equal(subject.requests?.() ?? 0, 0, 'a request was sent although the signal was aborted');
    },
  },
  {
    name: 'an abort in flight ends the request with a ProviderError of kind aborted that is not tried again',
    behaviour: 'hangs',
    check: async (context) => {
      const error = await abortInFlight(context);
      assert.equal(error.kind, 'aborted');
      assert.equal(error.target, context.subject.embedder.name);
      assert.equal(error.retryable, false);
    },
  },
  {
    name: 'a time-out in flight ends the request with a ProviderError of kind timeout',
    behaviour: 'hangs',
    check: async (context) => {
      const error = await abortInFlight(context, new DOMException('the time is up', 'TimeoutError'));
      assert.equal(error.kind, 'timeout');
    },
  },
  {
    name: 'a failure is a ProviderError that names the target and says whether to try again; it was sent once',
    behaviour: 'fails',
    check: async ({ subject, texts }) => {
      const { embedder } = subject;
      const error = await failureOf(embed(subject, texts), 'a failed request');
      assert.equal(error.target, embedder.name);
      assert.equal(typeof error.retryable, 'boolean');
      assert.ok(error.kind !== 'aborted', 'nobody aborted the request');
      assert.notEqual(error.message, '');
      assert.equal(subject.requests?.() ?? 1, 1, 'a failed request was sent again');
    },
  },
];

/** What every {@link Embedder} promises. `makeSubject` makes a fresh one for each check, against an other side that behaves as asked. */
export function embedderConformance(
  makeSubject: (behaviour: EmbedderBehaviour) => EmbedderSubject | Promise<EmbedderSubject>,
  { behaviours, texts = TEXTS }: EmbedderConformanceOptions = {},
): readonly ConformanceCheck[] {
  return CHECKS.filter(({ behaviour }) => behaviours?.includes(behaviour) ?? true).map(({ name, behaviour, check }) => ({
    name,
    run: async () => {
      const subject = await makeSubject(behaviour);
      try {
        await check({ subject, texts });
      } finally {
        await subject.embedder.close?.();
        await subject.withOtherKey?.close?.();
        await subject.cleanUp?.();
      }
    },
  }));
}

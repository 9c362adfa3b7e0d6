import assert from 'node:assert/strict';
import type { GenerateRequest } from '../contracts/generate-request.js';
import type { Provider } from '../contracts/provider.js';
import type { BatchProgress, BatchResult, ProviderBatch } from '../contracts/provider-batch.js';
import { ProviderError } from '../errors/provider-error.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { sampleBatchRequests } from './samples/sample-batch-requests.js';
import { assertPlainJson } from './support/plain-json.js';
import { within } from './support/within.js';

/**
 * How the other side of a batch behaves:
 * - `answers`: a batch ends soon, with a reply to each request, the last one first;
 * - `fails_some`: of a batch the first request is refused for what it is, the second one expires, the others are answered;
 * - `goes_on`: a batch does not end before it is cancelled;
 * - `refuses`: every request of HTTP fails in a way that may pass (status 503).
 */
export type BatchBehaviour = 'answers' | 'fails_some' | 'goes_on' | 'refuses';

export interface BatchSubject {
  /** One that has `batch`. */
  readonly provider: Provider;
  /** Requests that have reached the other side so far. */
  requests(): number;
  cleanUp?(): void | Promise<void>;
}

interface Context extends BatchSubject {
  readonly batch: ProviderBatch;
}

interface BatchCheck {
  readonly name: string;
  readonly behaviour: BatchBehaviour;
  readonly check: (context: Context) => Promise<void>;
}

const NAME = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const QUESTIONS = ['What is the capital of France?', 'What is the capital of Spain?', 'And of Italy?'];

function call(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

function request(text: string): GenerateRequest {
  return { messages: [{ role: 'user', content: text }], temperature: 0, signal: new AbortController().signal };
}

async function written(batch: ProviderBatch): Promise<readonly string[]> {
  return Promise.all(QUESTIONS.map((text, index) => batch.write(`${NAME}-${index}`, request(text))));
}

async function submitted(batch: ProviderBatch): Promise<string> {
  return within(batch.submit({ name: NAME, requests: sampleBatchRequests(await written(batch)) }, call()), 'submit()');
}

async function ended(batch: ProviderBatch, handle: string): Promise<BatchProgress> {
  for (let waited = 0; waited < 5000; waited += 20) {
    const progress = await within(batch.progress(handle, call()), 'progress()');
    if (progress.ended) return progress;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('the batch never ended');
}

async function collected(batch: ProviderBatch, handle: string): Promise<Map<string, BatchResult>> {
  const results = new Map<string, BatchResult>();
  await within(
    batch.collect(
      handle,
      (result) => {
        assert.ok(!results.has(result.id), `two results for ${result.id}`);
        results.set(result.id, result);
      },
      call(),
    ),
    'collect()',
  );
  return results;
}

async function failureOf(promise: Promise<unknown>, what: string): Promise<ProviderError> {
  const outcome = await within(promise.then(() => undefined, (error: unknown) => ({ error })), what);
  assert.ok(outcome, `${what} did not fail`);
  assert.ok(outcome.error instanceof ProviderError, `${what} rejected with ${String(outcome.error)}, no ProviderError`);
  return outcome.error;
}

function assertError(result: BatchResult | undefined, { name }: Provider, retryable: boolean): void {
  assert.ok(result && 'error' in result, 'a request that failed has no error');
  assert.ok(result.error instanceof ProviderError, 'an error is no ProviderError');
  assert.equal(result.error.target, name, 'an error names another target');
  assert.equal(result.error.retryable, retryable, `whether to try again: ${result.error.message}`);
}

const CHECKS: readonly BatchCheck[] = [
  {
    name: 'its bounds and its price can be reckoned with, and its requests have an identity',
    behaviour: 'answers',
    check: async ({ provider, batch: { most, priceShare } }) => {
      for (const bound of [most.requests, most.bytes]) assert.ok(Number.isSafeInteger(bound) && bound >= 1, 'a bound is no whole number >= 1');
      assert.ok(priceShare > 0 && priceShare <= 1, 'priceShare is not in (0, 1]');
      assert.notEqual(await provider.identity?.(request('x')), undefined, 'a request has no identity');
    },
  },
  {
    name: 'a request is written on one line, with its id, and nothing is sent',
    behaviour: 'answers',
    check: async ({ batch, requests }) => {
      const lines = await written(batch);
      for (const [index, line] of lines.entries()) {
        assert.ok(!line.includes('\n'), 'a request takes several lines');
        assert.ok(line.includes(`${NAME}-${index}`), 'a request lacks its id');
      }
      assert.equal(requests(), 0, 'a request was sent');
    },
  },
  {
    name: 'a batch that has ended gives each request its reply, whatever their order, as generate() would',
    behaviour: 'answers',
    check: async ({ provider, batch }) => {
      const handle = await submitted(batch);
      assert.equal(typeof handle, 'string');
      const { status, done } = await ended(batch, handle);
      assert.notEqual(status, '', 'the status is empty');
      assert.ok(done === undefined || done <= QUESTIONS.length, 'more is done than was asked');
      const results = await collected(batch, handle);
      assert.deepEqual([...results.keys()].toSorted(), QUESTIONS.map((_, index) => `${NAME}-${index}`));
      for (const [index, text] of QUESTIONS.entries()) {
        const result = results.get(`${NAME}-${index}`);
        assert.ok(result && 'reply' in result, 'a reply is missing');
        assertPlainJson(result.reply, 'the reply as it is stored');
        const response = await batch.read({ reply: result.reply }, request(text));
        assert.notEqual(response.text, '', 'the text of the reply was lost');
        assert.ok(Number.isNaN(response.latencyMs), 'a latency was made up');
        const alone = await provider.generate(request(text));
        assert.deepEqual({ ...response, latencyMs: 0, costUsd: 0, rateLimits: 0 }, { ...alone, latencyMs: 0, costUsd: 0, rateLimits: 0 }, 'another reply than generate() gives');
        if (alone.costUsd !== undefined) assert.ok(Math.abs((response.costUsd ?? Number.NaN) - alone.costUsd * batch.priceShare) < 1e-12, 'the cost is not that of a batch');
      }
    },
  },
  {
    name: 'results are handed over one after the other: the next one when the one before is done, and the end when the last one is',
    behaviour: 'answers',
    check: async ({ batch }) => {
      const handle = await submitted(batch);
      await ended(batch, handle);
      let [underWay, done] = [0, 0];
      let mostAtOnce = 0;
      const onResult = async (): Promise<void> => {
        underWay += 1;
        mostAtOnce = Math.max(mostAtOnce, underWay);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        done += 1;
      };
      await within(batch.collect(handle, onResult, call()), 'collect()');
      assert.equal(mostAtOnce, 1, 'a result was handed over before the one before was done');
      assert.equal(done, QUESTIONS.length, 'collect() ended before all results were done');
    },
  },
  {
    name: 'a request that was refused for what it is fails for good, one that expired may be tried again; read() throws both',
    behaviour: 'fails_some',
    check: async ({ provider, batch }) => {
      const handle = await submitted(batch);
      await ended(batch, handle);
      const results = await collected(batch, handle);
      const [refused, expired, answered] = QUESTIONS.map((_, index) => results.get(`${NAME}-${index}`));
      assertError(refused, provider, false);
      assertError(expired, provider, true);
      assert.ok(answered && 'reply' in answered, 'what was answered is lost with the rest');
      if (refused) assert.equal((await failureOf(batch.read(refused, request('x')), 'read() of an error')).target, provider.name);
    },
  },
  {
    name: 'a submission that arrived is found by its name, and no other',
    behaviour: 'answers',
    check: async ({ batch }) => {
      const since = Date.now() - 60_000;
      const handle = await submitted(batch);
      await ended(batch, handle);
      const lost = { name: NAME, requests: QUESTIONS.length, since };
      assert.deepEqual(await within(batch.find(lost, call()), 'find()'), { found: 'yes', handle });
      const other = { ...lost, name: 'ffffffffffffffffffffffffffffffff' };
      assert.deepEqual(await within(batch.find(other, call()), 'find()'), { found: 'no' });
    },
  },
  {
    name: 'cancelling ends a batch, and what was not done may be tried again',
    behaviour: 'goes_on',
    check: async ({ provider, batch }) => {
      const handle = await submitted(batch);
      assert.equal((await within(batch.progress(handle, call()), 'progress()')).ended, false);
      await within(batch.cancel(handle, call()), 'cancel()');
      await ended(batch, handle);
      for (const result of (await collected(batch, handle)).values()) assertError(result, provider, true);
      await within(batch.cancel(handle, call()), 'cancel() of a batch that has ended');
    },
  },
  {
    name: 'a failure is a ProviderError that names the target, and everything is sent once',
    behaviour: 'refuses',
    check: async ({ provider, batch, requests }) => {
      const lost = { name: NAME, requests: 1, since: 0 };
      const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['submit()', () => submitted(batch)],
        ['find()', () => batch.find(lost, call())],
        ['progress()', () => batch.progress('x', call())],
        ['collect()', () => batch.collect('x', () => undefined, call())],
        ['cancel()', () => batch.cancel('x', call())],
      ];
      for (const [what, send] of calls) {
        const before = requests();
        const failure = await failureOf(send(), what);
        assert.equal(failure.target, provider.name);
        assert.equal(failure.retryable, true, `${what}: it may pass`);
        assert.equal(requests(), before + 1, `${what} was not sent once`);
      }
    },
  },
  {
    name: 'a signal that is aborted already ends in a ProviderError of kind aborted, with nothing sent',
    behaviour: 'answers',
    check: async ({ batch, requests }) => {
      const signal = AbortSignal.abort();
      const requestsWritten = await written(batch);
      assert.equal((await failureOf(batch.submit({ name: NAME, requests: sampleBatchRequests(requestsWritten) }, { signal }), 'submit()')).kind, 'aborted');
      assert.equal((await failureOf(batch.progress('x', { signal }), 'progress()')).kind, 'aborted');
      assert.equal((await failureOf(batch.find({ name: NAME, requests: 1, since: 0 }, { signal }), 'find()')).kind, 'aborted');
      assert.equal((await failureOf(batch.collect('x', () => undefined, { signal }), 'collect()')).kind, 'aborted');
      assert.equal((await failureOf(batch.cancel('x', { signal }), 'cancel()')).kind, 'aborted');
      assert.equal(requests(), 0, 'a request was sent although the signal was aborted');
    },
  },
];

/** What every {@link ProviderBatch} promises. `makeSubject` makes a fresh one, against an other side that behaves as asked, for each check. */
export function providerBatchConformance(makeSubject: (behaviour: BatchBehaviour) => BatchSubject | Promise<BatchSubject>): readonly ConformanceCheck[] {
  return CHECKS.map(({ name, behaviour, check }) => ({
    name,
    run: async () => {
      const subject = await makeSubject(behaviour);
      try {
        const { batch } = subject.provider;
        assert.ok(batch, 'the provider has no batch');
        await check({ provider: subject.provider, batch, requests: () => subject.requests() });
      } finally {
        await subject.provider.close?.();
        await subject.cleanUp?.();
      }
    },
  }));
}

import { expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { BatchOutcome, BatchResult, ProviderBatch } from '../contracts/provider-batch.js';
import type { GenerateRequest } from '../contracts/generate-request.js';
import type { Provider } from '../contracts/provider.js';
import { ProviderError, type ProviderErrorKind } from '../errors/provider-error.js';
import { providerBatchConformance, type BatchBehaviour, type BatchSubject } from './provider-batch-conformance.js';
import { sampleResponse } from './samples/sample-response.js';

interface Held {
  readonly name: string;
  readonly ids: readonly string[];
  cancelled: boolean;
}

function failure(kind: ProviderErrorKind, retryable?: boolean): ProviderError {
  return new ProviderError(kind, { kind, target: 'remote', ...(retryable === undefined ? {} : { retryable }) });
}

function textOf({ messages }: GenerateRequest): string {
  return `an answer to: ${JSON.stringify(messages)}`;
}

type Break = (batch: ProviderBatch) => Partial<ProviderBatch>;

/** An API in memory, and a provider of it that keeps every promise unless it is broken. */
function makeSubject(behaviour: BatchBehaviour, change: Break = () => ({})): BatchSubject {
  let calls = 0;
  const batches: Held[] = [];
  const send = (signal: AbortSignal): void => {
    if (signal.aborted) throw failure('aborted');
    calls += 1;
    if (behaviour === 'refuses') throw failure('server');
  };
  const held = (handle: string): Held => batches[Number(handle)] ?? { name: '', ids: [], cancelled: false };
  const outcome = (index: number, { cancelled }: Held): BatchOutcome => {
    if (cancelled) return { error: failure('unavailable', true) };
    if (behaviour !== 'fails_some' || index > 1) return { reply: { text: 'x' } };
    return { error: index === 0 ? failure('bad_request') : failure('timeout') };
  };
  const batch: ProviderBatch = {
    most: { requests: 10, bytes: 1000 },
    priceShare: 0.5,
    write: async (id, { messages }) => JSON.stringify({ id, messages }),
    async submit({ name, requests }, { signal }) {
      send(signal);
      const ids: string[] = [];
      for await (const line of requests) ids.push((JSON.parse(line) as { id: string }).id);
      return String(batches.push({ name, ids, cancelled: false }) - 1);
    },
    async find({ name }, { signal }) {
      send(signal);
      const index = batches.findIndex((one) => one.name === name);
      return index === -1 ? { found: 'no' } : { found: 'yes', handle: String(index) };
    },
    async progress(handle, { signal }) {
      send(signal);
      return { ended: behaviour !== 'goes_on' || held(handle).cancelled, status: 'some' };
    },
    async collect(handle, onResult, { signal }) {
      send(signal);
      const one = held(handle);
      for (const [index, id] of [...one.ids.entries()].toReversed()) await onResult({ id, ...outcome(index, one) } as BatchResult);
    },
    async read(given, request) {
      if ('error' in given) throw given.error;
      return sampleResponse({ text: textOf(request), costUsd: 1, latencyMs: Number.NaN });
    },
    async cancel(handle, { signal }) {
      send(signal);
      held(handle).cancelled = true;
    },
  };
  const provider: Provider = {
    name: 'remote',
    provider: 'memory',
    structuredOutput: false,
    identity: async (request) => textOf(request),
    generate: async (request) => sampleResponse({ text: textOf(request), costUsd: 2 }),
    batch: { ...batch, ...change(batch) },
  };
  return { provider, requests: () => calls };
}

test('a provider that keeps all promises passes', async () => {
  expect(await brokenPromises(providerBatchConformance((behaviour) => makeSubject(behaviour)))).toEqual([]);
});

test.each<[string, Break, RegExp]>([
  ['takes more for a batch than it says', (batch) => ({ priceShare: batch.priceShare / 2 }), /gives each request its reply/u],
  ['has a bound that is none', () => ({ most: { requests: 0, bytes: 1 } }), /bounds and its price/u],
  ['writes a request on two lines', (batch) => ({ write: async (id, request) => `${await batch.write(id, request)}\n` }), /on one line/u],
  ['makes up a latency', (batch) => ({ read: async (outcome, request) => ({ ...(await batch.read(outcome, request)), latencyMs: 0 }) }), /gives each request its reply/u],
  ['loses a reply', (batch) => ({ collect: (handle, onResult, call) => batch.collect(handle, (result) => (result.id.endsWith('-1') ? undefined : onResult(result)), call) }), /gives each request its reply/u],
  ['finds whatever there is', () => ({ find: async () => ({ found: 'yes', handle: '0' }) }), /found by its name/u],
  ['retries', (batch) => ({ progress: (handle, call) => batch.progress(handle, call).catch(() => batch.progress(handle, call)) }), /sent once/u],
  ['says that a batch has ended that has not', () => ({ progress: async () => ({ ended: true, status: 'x' }) }), /cancelling ends/u],
  ['sends after an abort', (batch) => ({ submit: (submission) => batch.submit(submission, { signal: new AbortController().signal }) }), /aborted already/u],
  ['finds after an abort', (batch) => ({ find: (lost) => batch.find(lost, { signal: new AbortController().signal }) }), /aborted already/u],
  ['collects after an abort', (batch) => ({ collect: (handle, onResult) => batch.collect(handle, onResult, { signal: new AbortController().signal }) }), /aborted already/u],
  ['cancels after an abort', (batch) => ({ cancel: (handle) => batch.cancel(handle, { signal: new AbortController().signal }) }), /aborted already/u],
  ['hands results over without waiting', (batch) => ({ collect: (handle, onResult, call) => batch.collect(handle, (result) => void onResult(result), call) }), /one after the other/u],
  ['makes a reply of an error', (batch) => ({ read: (outcome, request) => batch.read('error' in outcome ? { reply: 'x' } : outcome, request) }), /refused for what it is/u],
])('one that %s does not', async (_, change, name) => {
  const broken = await brokenPromises(providerBatchConformance((behaviour) => makeSubject(behaviour, change)));
  expect(broken.join('\n')).toMatch(name);
});

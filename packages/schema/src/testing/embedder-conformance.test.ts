import { expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { Embedder } from '../contracts/embedder.js';
import { ProviderError } from '../errors/provider-error.js';
import { embedderConformance, type EmbedderBehaviour, type EmbedderSubject } from './embedder-conformance.js';

const NAME = 'the embedder carries the names of its target and its model';
const ONE = 'sends nothing before embed(), and then one request for all texts';
const FIGURES = 'each text gets a vector of finite numbers, all of one length, with figures that can be counted';
const ORDER = 'vectors come in the order of their texts, whatever else is asked with them';
const IDENTITY = 'the identity, if it has one, is plain JSON without the key; asking for it sends nothing';
const EARLY = 'a signal that is already aborted ends in a ProviderError of kind aborted, with nothing sent';
const ABORT = 'an abort in flight ends the request with a ProviderError of kind aborted that is not tried again';
const TIMEOUT = 'a time-out in flight ends the request with a ProviderError of kind timeout';
const FAILURE = 'a failure is a ProviderError that names the target and says whether to try again; it was sent once';

function subject(behaviour: EmbedderBehaviour, change: (target: Embedder) => Partial<Embedder>, requestsEach = 1): EmbedderSubject {
  let asked = 0;
  const name = 'vectors';
  const target: Embedder = {
    name,
    model: 'm',
    identity: () => ({ model: 'm' }),
    async embed(texts, { signal }) {
      if (signal.aborted) throw new ProviderError('aborted', { kind: 'aborted', target: name });
      asked += requestsEach;
      if (behaviour === 'fails') throw new ProviderError('busy', { kind: 'server', target: name, retryable: true });
      if (behaviour === 'hangs') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        const kind = (signal.reason as Error).name === 'TimeoutError' ? 'timeout' : 'aborted';
        throw new ProviderError(kind, { kind, target: name });
      }
      return { vectors: texts.map((text) => [text.length, text.codePointAt(0) ?? 0]), costUsd: 0 };
    },
  };
  const embedder = { ...target, ...change(target) };
  return { embedder, withOtherKey: embedder, requests: () => asked };
}

const changes: readonly (readonly [string, (target: Embedder) => Partial<Embedder>, readonly string[]])[] = [
  ['nothing', () => ({}), []],
  ['no model', () => ({ model: '' }), [NAME]],
  ['vectors in another order', ({ embed }) => ({ embed: async (texts, how) => ({ vectors: (await embed(texts, how)).vectors.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) }) }), [ORDER]],
  ['one vector for all', ({ embed }) => ({ embed: async (texts, how) => ({ vectors: (await embed(texts, how)).vectors.map(() => [1, 2]) }) }), [ORDER]],
  ['a vector too few', ({ embed }) => ({ embed: async (texts, how) => ({ vectors: (await embed(texts, how)).vectors.slice(1) }) }), [FIGURES, ORDER]],
  ['a number that is none', ({ embed }) => ({ embed: async (texts, how) => ({ vectors: (await embed(texts, how)).vectors.map(([first = 0]) => [first, Number.NaN]) }) }), [FIGURES, ORDER]],
  ['a cost below 0', ({ embed }) => ({ embed: async (texts, how) => ({ ...(await embed(texts, how)), costUsd: -1 }) }), [FIGURES]],
  ['another identity each time', () => ({ identity: () => Math.random() }), [IDENTITY]],
  ['an identity that is no JSON', () => ({ identity: () => ({ size: Number.POSITIVE_INFINITY }) }), [IDENTITY]],
  ['a signal that nobody looks at', ({ embed }) => ({ embed: (texts) => embed(texts, { signal: AbortSignal.timeout(100) }) }), [EARLY, ABORT]],
  ['errors of another kind', ({ embed }) => ({ embed: (texts, how) => embed(texts, how).catch(() => Promise.reject(new TypeError('wrong'))) }), [EARLY, ABORT, TIMEOUT, FAILURE]],
  ['another try', ({ embed }) => ({ embed: (texts, how) => embed(texts, how).catch(() => embed(texts, how)) }), [TIMEOUT, FAILURE]],
];

test.each(changes)('%s is found out', async (_, change, promises) => {
  expect(await brokenPromises(embedderConformance((behaviour) => subject(behaviour, change)))).toEqual(promises);
});

test('a request for each text is found out', async () => {
  expect(await brokenPromises(embedderConformance((behaviour) => subject(behaviour, () => ({}), 3)))).toEqual([ONE, FAILURE]);
});

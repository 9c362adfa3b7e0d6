import { ProviderError, type Embedder, type Embeddings } from '@assay/schema';
import { embedderConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { embedderSubject } from '../../test/embedder-subject.js';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { guardEmbedder } from './guard-embedder.js';

const { signal } = new AbortController();

function embedder(embed: Embedder['embed']): Embedder {
  return { name: 'vectors', model: 'm', embed };
}

const answer = (embeddings: unknown): Embedder => embedder(async () => embeddings as Embeddings);

describe('guardEmbedder', () => {
  // Whatever ends the wait from outside, the request was aborted; time-outs are its own.
  const checks = embedderConformance((behaviour) => embedderSubject(behaviour, (target) => guardEmbedder(target, { maxRetries: 0 }))).filter(({ name }) => !name.includes('time-out'));
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test('vectors come through with usage and cost', async () => {
    const guarded = guardEmbedder(answer({ vectors: [[1, 0], [0, 1]], usage: { inputTokens: 2, outputTokens: 0 }, costUsd: 0.1 }));
    expect(guarded).toMatchObject({ name: 'vectors', model: 'm' });
    expect(await guarded.embed(['a', 'b'], { signal })).toMatchObject({ vectors: [[1, 0], [0, 1]], usage: { inputTokens: 2 }, costUsd: 0.1 });
  });

  test.each([
    ['no vectors for 2 texts', undefined],
    ['1 vectors for 2 texts', { vectors: [[1]] }],
    ['a vector that is no list of numbers', { vectors: [[1], ['x']] }],
    ['a vector that is no list of numbers', { vectors: [[1], []] }],
    ['vectors of different lengths', { vectors: [[1], [1, 2]] }],
  ])('%s: %j is a bad reply', async (what, embeddings) => {
    const error = await failureOf(guardEmbedder(answer(embeddings)).embed(['a', 'b'], { signal }));
    expect(error).toMatchObject({ kind: 'bad_reply', message: `target "vectors" gave ${what}` });
  });

  test('time-outs, retries and giving up hold as for replies', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const hanging = embedder(() => {
      asked += 1;
      return new Promise(() => undefined);
    });
    const guarded = guardEmbedder(hanging, { timeoutMs: 1000, maxRetries: 1, breakAfter: 1, clock, random: () => 0 });
    const outcome = failureOf(guarded.embed(['a'], { signal }));
    for (let step = 0; step < 4; step += 1) await clock.advance(1000);
    await settled();
    expect(await outcome).toMatchObject({ kind: 'timeout', message: 'target "vectors" gave no reply within 1 s (tried 2 times)' });
    expect(await failureOf(guarded.embed(['a'], { signal }))).toMatchObject({ kind: 'unavailable' });
    expect(asked).toBe(2);
    expect(await failureOf(guarded.embed(['a'], { signal }))).toBeInstanceOf(ProviderError);
  });
});

import { ProviderError, type Embedder } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { settled } from '../../test/fake-clock.js';
import { createSimilarity } from './create-similarity.js';

const { signal } = new AbortController();

/** Counts letters: texts of the same letters have the same direction. */
function letters(text: string): number[] {
  return ['a', 'b', 'c'].map((letter) => text.split(letter).length - 1);
}

function embedder(change: (texts: readonly string[]) => Promise<void> | void = () => undefined) {
  const asked: (readonly string[])[] = [];
  const made: Embedder = {
    name: 'vectors',
    model: 'letters',
    async embed(texts) {
      asked.push(texts);
      await change(texts);
      return { vectors: texts.map(letters), usage: { inputTokens: texts.length, outputTokens: 0 }, costUsd: 0.5 };
    },
  };
  return { asked, made };
}

describe('createSimilarity', () => {
  test('both texts go in one request, and the value is the cosine of their vectors', async () => {
    const { asked, made } = embedder();
    const { value, usage, costUsd } = await createSimilarity({ embedder: made }).measure('ab', 'aacc', { signal });
    expect(value).toBeCloseTo(0.5, 6);
    expect(usage).toEqual({ inputTokens: 2, outputTokens: 0 });
    expect(costUsd).toBe(0.5);
    expect(asked).toEqual([['ab', 'aacc']]);
  });

  test('a reference is embedded once, however many replies are held against it', async () => {
    const { asked, made } = embedder();
    const similarity = createSimilarity({ embedder: made });
    const all = await Promise.all(['a', 'b', 'ab'].map((reply) => similarity.measure('ab', reply, { signal })));
    expect((await similarity.measure('ab', 'c', { signal })).value).toBe(0);
    expect(all.map(({ value }) => Number(value.toFixed(4)))).toEqual([0.7071, 0.7071, 1]);
    expect(asked).toEqual([['ab', 'a'], ['b'], ['ab'], ['c']]);
  });

  test('at most so many references are kept; the longest unused one goes first', async () => {
    const { asked, made } = embedder();
    const similarity = createSimilarity({ embedder: made, keep: 2 });
    for (const reference of ['a', 'b', 'a', 'c', 'a', 'b']) await similarity.measure(reference, 'abc', { signal });
    expect(asked.map(([first]) => first)).toEqual(['a', 'b', 'abc', 'c', 'abc', 'b']);
  });

  test('a failed request for a reference is not remembered, and those who waited ask for themselves', async () => {
    let fails = true;
    const { asked, made } = embedder(async (texts) => {
      await settled();
      if (fails && texts.length === 2) throw new ProviderError('down', { kind: 'server', target: 'vectors' });
    });
    const similarity = createSimilarity({ embedder: made });
    const first = failureOf(similarity.measure('ab', 'a', { signal }));
    const waiting = similarity.measure('ab', 'ab', { signal });
    expect(await first).toMatchObject({ message: 'down' });
    expect(await waiting).toMatchObject({ usage: { inputTokens: 2 }, costUsd: 1 });
    fails = false;
    expect(asked).toEqual([['ab', 'a'], ['ab'], ['ab']]);
    await similarity.measure('ab', 'b', { signal });
    expect(asked.at(-1)).toEqual(['b']);
  });

  test('a vector without a direction is an error, never a number', async () => {
    const { made } = embedder();
    expect(await failureOf(createSimilarity({ embedder: made }).measure('a', 'xyz', { signal }))).toMatchObject({
      kind: 'bad_reply',
      message: 'target "vectors" gave a vector without a direction',
    });
  });
});

import { ProviderError, type Embedder } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { settled } from '../../test/fake-clock.js';
import { createEmbeddings } from './create-embeddings.js';

const { signal } = new AbortController();

/** Counts letters. */
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

const lists = (vectors: readonly ArrayLike<number>[]): number[][] => vectors.map((vector) => Array.from(vector));

describe('createEmbeddings', () => {
  test('all texts go in one request, each once, and the vectors come in their order', async () => {
    const { asked, made } = embedder();
    const { vectors, ...spent } = await createEmbeddings({ embedder: made }).embed(['ab', 'aacc', 'ab'], { signal });
    expect(lists(vectors)).toEqual([[1, 1, 0], [2, 0, 2], [1, 1, 0]]);
    expect(spent).toEqual({ usage: { inputTokens: 2, outputTokens: 0 }, costUsd: 0.5 });
    expect(asked).toEqual([['ab', 'aacc']]);
  });

  test('a text is embedded once, however many ask for it, and costs whoever asked first', async () => {
    const { asked, made } = embedder();
    const embeddings = createEmbeddings({ embedder: made });
    await Promise.all(['a', 'b', 'ab'].map((reply) => embeddings.embed(['ab', reply], { signal })));
    expect(await embeddings.embed(['b', 'a'], { signal })).toEqual({ vectors: [letters('b'), letters('a')].map((one) => Float32Array.from(one)) });
    expect(asked).toEqual([['ab', 'a'], ['b']]);
  });

  test('at most so many vectors are kept; the longest unused one goes first', async () => {
    const { asked, made } = embedder();
    const embeddings = createEmbeddings({ embedder: made, keep: 2 });
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await embeddings.embed([text], { signal });
    expect(asked.flat()).toEqual(['a', 'b', 'c', 'b']);
  });

  test('long texts are told apart to their ends', async () => {
    const { asked, made } = embedder();
    const embeddings = createEmbeddings({ embedder: made });
    for (const end of ['a', 'b', 'a']) await embeddings.embed(['x'.repeat(5000) + end], { signal });
    expect(asked).toHaveLength(2);
  });

  test('a failed request is not remembered, and those who waited ask for themselves', async () => {
    const { asked, made } = embedder(async (texts) => {
      await settled();
      if (texts.length === 2) throw new ProviderError('down', { kind: 'server', target: 'vectors' });
    });
    const embeddings = createEmbeddings({ embedder: made });
    const first = failureOf(embeddings.embed(['ab', 'a'], { signal }));
    const waiting = embeddings.embed(['ab'], { signal });
    expect(await first).toMatchObject({ message: 'down' });
    expect(await waiting).toMatchObject({ usage: { inputTokens: 1 }, costUsd: 0.5 });
    await embeddings.embed(['ab', 'b'], { signal });
    expect(asked).toEqual([['ab', 'a'], ['ab'], ['b']]);
  });

  test('whoever waits for the request of another waits no longer than its own signal', async () => {
    const controller = new AbortController();
    const { made } = embedder(() => new Promise(() => undefined));
    const embeddings = createEmbeddings({ embedder: made });
    void embeddings.embed(['ab'], { signal });
    const outcome = failureOf(embeddings.embed(['ab'], { signal: controller.signal }));
    controller.abort(new Error('Ctrl-C'));
    expect(await outcome).toEqual(new Error('Ctrl-C'));
  });

  test('a request without a price says so, and an empty text is refused', async () => {
    const { asked, made } = embedder();
    const embed: Embedder['embed'] = async (texts, options) => ({ ...(await made.embed(texts, options)), costUsd: undefined });
    const embeddings = createEmbeddings({ embedder: { ...made, embed } });
    expect(await embeddings.embed(['a'], { signal })).toMatchObject({ costIncomplete: true, costUsd: undefined });
    expect(await failureOf(embeddings.embed([' '], { signal }))).toMatchObject({ code: 'unscored', message: 'an empty text has no vector' });
    expect(asked).toHaveLength(1);
  });
});

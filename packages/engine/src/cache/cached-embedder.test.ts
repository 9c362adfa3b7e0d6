import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@assay/schema';
import { embedderConformance } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { embedderSubject } from '../../test/embedder-subject.js';
import { createReplyCache } from './create-reply-cache.js';

const { signal } = new AbortController();

/** Vectors of the letters of a text, behind a cache. */
function cached(more: Partial<Embedder> & { readonly at?: string; readonly size?: number } = {}) {
  const { at = mkdtempSync(join(tmpdir(), 'assay-cache-')), size = 2, ...rest } = more;
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  const asked: (readonly string[])[] = [];
  const target: Embedder = {
    name: 'vectors',
    model: 'letters',
    identity: () => 'letters',
    async embed(texts) {
      asked.push(texts);
      return {
        vectors: texts.map((text) => Array.from({ length: size }, (_, index) => text.length + index + 0.1)),
        usage: { inputTokens: 7, outputTokens: 0 },
        costUsd: 0.75,
      };
    },
    ...rest,
  };
  const cache = createReplyCache({ folder: at, mostBytes: 2 ** 20 });
  return { asked, at, embed: (...texts: string[]) => cache.beforeEmbedder(target).embed(texts, { signal }) };
}

const checks = embedderConformance((behaviour) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  const cache = createReplyCache({ folder, mostBytes: 2 ** 20 });
  return { ...embedderSubject(behaviour, (target) => cache.beforeEmbedder(target)), cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
});
test.each(checks)('with what was kept and what was not: $name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

test('only texts whose vectors are not kept are asked for, in one request', async () => {
  const { embed, asked } = cached();
  const first = await embed('a', 'bbb');
  const second = await embed('cc', 'bbb', 'a', 'cc');
  expect(asked).toEqual([['a', 'bbb'], ['cc']]);
  expect(second.vectors).toEqual([[2.1, 3.1], first.vectors[1], first.vectors[0], [2.1, 3.1]]);
});

test('what a request took is divided among its texts, and adds up to all of it', async () => {
  const { embed } = cached();
  expect(await embed('a', 'bbb')).toMatchObject({ usage: { inputTokens: 7 }, costUsd: 0.75 });
  const [a, b] = [await embed('a'), await embed('bbb')];
  expect([a.usage?.inputTokens, b.usage?.inputTokens]).toEqual([2, 5]);
  expect([a.saved, b.saved]).toEqual([{ usage: a.usage, costUsd: a.costUsd }, { usage: b.usage, costUsd: b.costUsd }]);
  const mixed = await embed('a', 'dd');
  expect(mixed.usage?.inputTokens).toBe(9);
  expect(mixed.saved?.usage?.inputTokens).toBe(2);
});

test('vectors are kept for others and later, not for another identity, and not without one', async () => {
  const { embed, at } = cached();
  await embed('a');
  for (const [more, requests] of [[{}, 0], [{ identity: () => 'others' }, 1], [{ identity: () => undefined }, 1]] as const) {
    const other = cached({ at, ...more });
    await other.embed('a');
    expect(other.asked).toHaveLength(requests);
  }
});

test('vectors of another length than those that are kept are asked for together', async () => {
  const { embed, at } = cached();
  await embed('a');
  const changed = cached({ at, size: 3 });
  expect((await changed.embed('a', 'bb')).vectors.map(({ length }) => length)).toEqual([3, 3]);
  expect(changed.asked).toEqual([['bb'], ['a', 'bb']]);
});

test('a request whose cost is not known, or is the least, stays so beside vectors that were kept', async () => {
  const figures = [{ costUsd: 0.75 }, {}, { costUsd: 0.5, costIncomplete: true }, { costUsd: 0.25 }];
  const { embed } = cached({ embed: async (texts) => ({ vectors: texts.map(({ length }) => [length, 1]), ...figures.shift() }) });
  expect((await embed('a')).costIncomplete).toBeUndefined();
  expect(await embed('a', 'b')).toMatchObject({ costUsd: 0.75, costIncomplete: true });
  expect(await embed('c')).toMatchObject({ costUsd: 0.5, costIncomplete: true });
  expect((await embed('a', 'd')).costIncomplete).toBeUndefined();
});

test('what was asked for before all had to be asked for again was paid for too', async () => {
  let size = 2;
  const { embed } = cached({ embed: async (texts) => ({ vectors: texts.map(() => Array.from({ length: size }, () => 1)), costUsd: 0.5 }) });
  await embed('a');
  size = 3;
  expect(await embed('a', 'b')).toMatchObject({ vectors: [[1, 1, 1], [1, 1, 1]], costUsd: 1 });
});

import { expect, test } from 'vitest';
import { IdSet } from './id-set.js';

const ids = Array.from({ length: 5_000 }, (_, index) => `case-${index}`);

test('an id is added once, the first one and all others', () => {
  const set = new IdSet();
  expect([set.add('a'), set.add('a'), set.add('b'), set.add('a'), set.add('b'), set.add('')]).toEqual([true, false, true, false, false, true]);
});

test('of very many ids each is added once', () => {
  const set = new IdSet();
  expect(ids.filter((id) => set.add(id))).toHaveLength(ids.length);
  expect(ids.filter((id) => set.add(id))).toEqual([]);
});

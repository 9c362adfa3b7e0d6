import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createHashSample } from './hash-sample.js';

function sampled(hashes: readonly number[], most: number): readonly number[] {
  const sample = createHashSample<number>(most);
  for (const hash of hashes) sample.add(hash, -hash);
  return sample.things().toSorted((a, b) => b - a);
}

/** Each number from 1 to 997 once, in no order. */
const shuffled = Array.from({ length: 997 }, (_, index) => ((index * 389) % 997) + 1);

test('all are kept up to the bound', () => {
  expect(sampled([3, 1, 2], 3)).toEqual([-1, -2, -3]);
  expect(sampled([], 3)).toEqual([]);
});

test('of more those of the smallest hashes, in whatever order they come', () => {
  const smallest = Array.from({ length: 20 }, (_, index) => -1 - index);
  const orders = [shuffled, shuffled.toReversed(), shuffled.toSorted((a, b) => a - b), shuffled.toSorted((a, b) => b - a)];
  for (const order of orders) expect(sampled(order, 20)).toEqual(smallest);
});

test('no more than twice as many are held', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const sample = createHashSample<object>(10);
  const all = shuffled.toSorted((a, b) => b - a).map((hash) => {
    const thing = {};
    sample.add(hash, thing);
    return new WeakRef(thing);
  });
  // What a weak reference was made of is held until the turn is over.
  await setImmediate();
  collect();
  expect(all.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(20);
  expect(sample.things()).toHaveLength(10);
});

import { expect, test } from 'vitest';
import { row } from '../../../test/samples.js';
import { HeldRows } from './held-rows.js';

const large = (trialKey: string) => row({ trialKey, output: { text: 'x'.repeat(10_000), messages: [], toolCalls: [] } });

test('rows are held as long as there is room for them, and read back otherwise', async () => {
  const read: string[] = [];
  const held = new HeldRows({
    most: 30_000,
    async read(key) {
      read.push(key);
      return large(key);
    },
  });
  for (const key of ['a', 'b', 'c']) held.hold(large(key));
  for (const key of ['a', 'b', 'c']) expect((await held.get(key))?.trialKey).toBe(key);
  expect(read).toEqual(['c']);
  held.drop('a');
  held.hold(large('c'));
  await held.get('c');
  expect(read).toEqual(['c']);
});

test('without anything to read from all rows are held', async () => {
  const held = new HeldRows({ most: 1 });
  held.hold(large('a'));
  expect((await held.get('a'))?.trialKey).toBe('a');
  expect(await held.get('b')).toBeUndefined();
});

test('a newer row of a trial for which there is no room is read back, and not taken for the one before', async () => {
  const newer = row({ trialKey: 'a', output: { text: 'y'.repeat(30_000), messages: [], toolCalls: [] } });
  const held = new HeldRows({ most: 30_000, read: async () => newer });
  held.hold(large('a'));
  held.hold(newer);
  expect(await held.get('a')).toBe(newer);
});

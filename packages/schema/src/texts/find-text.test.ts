import { expect, test } from 'vitest';
import { holdsText, placesOf } from './find-text.js';

const LONG = 'ab'.repeat(4_000);

test.each([
  ['abcabc', 'abc', [0, 3]],
  ['aaaa', 'aa', [0, 1, 2]],
  ['abc', 'd', []],
  ['a', 'aa', []],
  ['é🙂é🙂', '🙂é', [1]],
  [`${LONG}x`, `${LONG}y`, []],
  [`xx${LONG}`, LONG, [2]],
  [`${LONG}${'ab'.repeat(3)}`, LONG, [0, 2, 4, 6]],
  [`${'a'.repeat(9_000)}b${'a'.repeat(9_000)}`, `${'a'.repeat(4_000)}b${'a'.repeat(4_000)}`, [5_000]],
])('places of a part, case %#', (text, part, places) => {
  expect([...placesOf(text, part)]).toEqual(places);
  expect(holdsText(text, part)).toBe(places.length > 0);
});

test('a text of one letter takes no longer than its length', { timeout: 20_000 }, () => {
  // The engine's own search takes half an hour for these.
  const text = 'a'.repeat(4_000_000);
  const part = `${'a'.repeat(1_000_000)}b${'a'.repeat(1_000_000)}`;
  expect(holdsText(text, part)).toBe(false);
  expect([...placesOf(`${text}${part}`, part)]).toEqual([4_000_000]);
});

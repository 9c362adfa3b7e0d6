import { expect, test } from 'vitest';
import { composedWord, foldedWord } from './prepared-words.js';

test('words are composed, and folded where the case does not matter', () => {
  expect(composedWord('Parana\u0301')).toBe('Paraná');
  expect(foldedWord('SA\u0303O')).toBe('são');
});

test('more words than are remembered are all prepared', () => {
  const words = Array.from({ length: 2500 }, (_, index) => `Word-${index}`);
  expect(words.map(foldedWord)).toEqual(words.map((word) => word.toLowerCase()));
  expect(words.map(foldedWord)).toEqual(words.map((word) => word.toLowerCase()));
});

import { expect, test } from 'vitest';
import { anyFound, shareFound } from './share-found.js';

test('the score is found / needed, at most 1', () => {
  const first = (index: number): boolean => index === 0;
  expect(shareFound(['a', 'b'], () => true)).toBe(1);
  expect(shareFound(['a', 'b'], first)).toEqual({ score: 0.5, explain: '1 of 2 found; missing: "b"' });
  expect(shareFound(['a', 'b'], first, 1)).toMatchObject({ score: 1 });
  expect(shareFound(['a', 'b'], () => true, 4)).toEqual({ score: 0.5, explain: '2 of 2 found' });
});

test('a long list is not written out whole', () => {
  const items = Array.from({ length: 30 }, (_, index) => `item${index}`);
  expect(shareFound(items, () => false)).toMatchObject({ score: 0, explain: expect.stringMatching(/and 20 more$/u) });
});

test('the one that was found is named', () => {
  expect(anyFound(['a', 'b'], (index) => index === 1)).toEqual({ score: 1, explain: 'found "b"' });
  expect(anyFound(['a', 'b'], () => false)).toBe(false);
});

import { expect, test } from 'vitest';
import { countWords } from './count-words.js';

test.each(['ก', 'กา', '咖啡', 'あ'])('a row of %s without end takes no longer than its length', { timeout: 20_000 }, (letters) => {
  const of = (length: number): number => countWords(letters.repeat(length / letters.length));
  expect(Math.abs(of(200_000) / of(2_000) - 100)).toBeLessThan(2);
});

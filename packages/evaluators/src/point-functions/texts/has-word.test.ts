import { describe, expect, test } from 'vitest';
import { hasWord } from './has-word.js';

describe('hasWord', () => {
  test.each([
    ['café', 'a café.', true],
    ['caf', 'a café.', false],
    ['naïve', 'naïveté', false],
    ['x', 'x', true],
    ['x', '_x_', true],
    ['x', '1x', false],
    ['aa', 'aaa aa', true],
    ['咖啡', '我喜欢喝咖啡', true],
    ['啡', '我喜欢喝咖啡', false],
    ['GPT', '用GPT写', true],
    ['서울', '서울은', false],
  ])('%j in %j: %s', (word, text, expected) => {
    expect(hasWord(text.normalize('NFC'), word.normalize('NFC'))).toBe(expected);
  });

  test('a text full of near misses takes no longer than its length', () => {
    expect(hasWord('咖'.repeat(3000), 'x')).toBe(false);
    expect(hasWord(`${'artist '.repeat(50_000)}art`, 'art')).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { hasWord } from './has-word.js';

describe('hasWord', () => {
  test('one that is full of words that overlap takes no longer either', { timeout: 20_000 }, () => {
    expect(hasWord('ก'.repeat(400_000), 'ก'.repeat(3))).toBe(false);
    expect(hasWord('咖'.repeat(400_000), '啡')).toBe(false);
    expect(hasWord('a'.repeat(2_000_000), `${'a'.repeat(500_000)}b`)).toBe(false);
    expect(hasWord('a'.repeat(2_000_000), 'a'.repeat(500_000))).toBe(false);
  });
});

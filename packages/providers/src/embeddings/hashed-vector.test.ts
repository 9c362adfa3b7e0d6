import { describe, expect, test } from 'vitest';
import { hashedVector } from './hashed-vector.js';

function similarity(a: string, b: string): number {
  const left = hashedVector(a, 256);
  const right = hashedVector(b, 256);
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

describe('hashedVector', () => {
  test.each(['Paris is the capital of France.', 'a', '', '   ', '!?', '東京は日本の首都です', '🦊'])(
    '"%s" has a vector of length 1, always the same',
    (text) => {
      const vector = hashedVector(text, 64);
      expect(vector).toHaveLength(64);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
      expect(hashedVector(text, 64)).toEqual(vector);
    },
  );

  test('one dimension is enough for a length of 1', () => {
    expect(Math.abs(hashedVector('Paris is the capital', 1)[0] ?? 0)).toBe(1);
  });

  test('case, punctuation, order and the way a letter is composed make no difference', () => {
    expect(similarity('Paris, France!', 'france paris')).toBeCloseTo(1, 12);
    expect(similarity('caf\u00E9', 'cafe\u0301')).toBeCloseTo(1, 12);
  });

  test('the more words two texts share, the closer they are', () => {
    const base = 'the capital of France is Paris';
    const near = similarity(base, 'Paris is the capital of France today');
    const half = similarity(base, 'the capital of Spain is Madrid');
    const far = similarity(base, 'quick brown foxes jump over lazy dogs');
    expect(near).toBeGreaterThan(0.8);
    expect(half).toBeGreaterThan(0.3);
    expect(near).toBeGreaterThan(half);
    expect(half).toBeGreaterThan(far);
    expect(Math.abs(far)).toBeLessThan(0.3);
  });

  test('words that are written alike are somewhat close', () => {
    expect(similarity('embedding', 'embeddings')).toBeGreaterThan(0.3);
    expect(similarity('embedding', 'embeddings')).toBeLessThan(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine } from './cosine.js';

describe('cosine', () => {
  test('1 for one direction, 0 for a right angle, -1 for the opposite', () => {
    expect(cosine([1, 2], [2, 4])).toBeCloseTo(1, 12);
    expect(cosine([1, 0], [0, 3])).toBe(0);
    expect(cosine([1, 2], [-1, -2])).toBeCloseTo(-1, 12);
    expect(cosine([1, 0], [1, 1])).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('a vector without a direction has no angle', () => {
    expect(cosine([0, 0], [1, 1])).toBeNull();
    expect(cosine([1e300, 1e300], [1, 1])).toBeNull();
    expect(cosine([1, 1], [1, 1, 0])).toBeNull();
  });

  test('is never -0, which JSON cannot say', () => {
    expect(cosine([-2e-162, 0, 1e10], [2e-162, 1e10, 0])).toBe(0);
  });

  test('never leaves [-1, 1] and does not depend on the order', () => {
    const vector = fc.array(fc.double({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const value = cosine(a, b);
        expect(value).toBe(cosine(b, a));
        if (value !== null) expect(Math.abs(value)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

import { expect, test } from 'vitest';
import { numbersAt, tokenConfidence } from './token-confidence.js';

test('is the geometric mean of the token probabilities', () => {
  expect(tokenConfidence([Math.log(0.9), Math.log(0.4)])).toBeCloseTo(0.6, 12);
  expect(tokenConfidence([Math.log(0.25)])).toBeCloseTo(0.25, 12);
  expect(tokenConfidence([0, 0])).toBe(1);
});

test('stays in [0, 1]: rounding above 1 and impossible tokens too', () => {
  expect(tokenConfidence([1e-9])).toBe(1);
  expect(tokenConfidence([-9999, -9999])).toBe(0);
});

test('is not known without tokens, or when one token has no probability', () => {
  expect(tokenConfidence([])).toBeUndefined();
  expect(tokenConfidence([-1, undefined])).toBeUndefined();
  expect(tokenConfidence([Number.NaN])).toBeUndefined();
});

test('numbers are read from objects, and anything else is not known', () => {
  expect(numbersAt([{ p: -1 }, { p: '2' }, null, 7], 'p')).toEqual([-1, undefined, undefined, undefined]);
});

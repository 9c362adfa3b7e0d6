import { expect, test } from 'vitest';
import { saltedDigest } from './salted-digest.js';

test('equal values have equal digests, under one salt only', () => {
  const digest = saltedDigest('one', { a: 1, b: ['x'] });
  expect(digest).toMatch(/^[\da-f]{32}$/u);
  expect(saltedDigest('one', { b: ['x'], a: 1 })).toBe(digest);
  expect(saltedDigest('two', { a: 1, b: ['x'] })).not.toBe(digest);
  expect(saltedDigest('one', { a: 1, b: ['y'] })).not.toBe(digest);
});

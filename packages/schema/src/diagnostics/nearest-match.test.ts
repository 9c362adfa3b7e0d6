import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestMatch } from './nearest-match.js';

const KEYS = ['id', 'weight', 'evaluators', 'expected_outcome', 'input_messages', 'tags'];

describe('nearestMatch', () => {
  test.each([
    ['wieght', 'weight', 'two letters swapped'],
    ['weigth', 'weight', 'two letters swapped at the end'],
    ['weights', 'weight', 'a letter too much'],
    ['evaluator', 'evaluators', 'a letter missing'],
    ['expectedOutcome', 'expected_outcome', 'another case of letters'],
    ['expected-outcome', 'expected_outcome', 'a hyphen for an underscore'],
    ['EVALUATORS', 'evaluators', 'capitals'],
    ['tag', 'tags', 'a short word'],
  ])('%s is taken for %s (%s)', (word, expected) => {
    expect(nearestMatch(word, KEYS)).toBe(expected);
  });

  test.each(['banana', 'xy', 'assertions', ''])('%j is like nothing that is allowed', (word) => {
    expect(nearestMatch(word, KEYS)).toBeUndefined();
  });

  test('the nearest wins, and the first of two that are equally near', () => {
    expect(nearestMatch('contain', ['contains_any', 'contains', 'obtains'])).toBe('contains');
    expect(nearestMatch('cat', ['bat', 'rat'])).toBe('bat');
  });

  test('a word that is allowed is its own nearest match', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/u), { minLength: 1 }), fc.nat(), (words, pick) => {
        const word = words[pick % words.length] ?? '';
        expect(nearestMatch(word, words)).toBe(word);
      }),
    );
  });

  test('a very long word is compared with nothing that is far shorter', () => {
    expect(nearestMatch('x'.repeat(100_000), KEYS)).toBeUndefined();
  });
});

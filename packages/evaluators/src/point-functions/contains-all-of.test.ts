import { describe, expect, test } from 'vitest';
import { textContext } from '../../test/point-context.js';
import { testPoints, testRefused } from '../../test/point-table.js';
import { containsAllOf } from './contains-all-of.js';

describe('contains_all_of', () => {
  testPoints('contains_all_of', [
    [['fiduciary', 'duty'], 'fiduciary duty', 1],
    [['fiduciary', 'duty'], 'a duty', 0.5],
    [['term1', 'term2', 'term3'], 'term1 term3', 2 / 3],
    [['Fiduciary'], 'fiduciary', 0],
    [['a', 'a', 'b'], 'a', 2 / 3],
    [['x'], '', 0],
  ]);

  testRefused(containsAllOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);

  test('says what was found and what is missing', () => {
    expect(containsAllOf.apply(['one', 'two'], textContext('two'))).toEqual({
      score: 0.5,
      explain: '1 of 2 found; missing: "one"',
    });
  });
});

import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { soonAborted } from '../../test/point-context.js';
import { scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { matchesAtLeastNOf } from './matches-at-least-n-of.js';

describe('matches_at_least_n_of', () => {
  testPoints('matches_at_least_n_of', [
    [[2, ['^Apple', 'banana', 'Grape']], 'Apple, banana', 1],
    [[2, ['^Apple', 'banana', 'Grape']], 'apple, banana', 0.5],
  ]);

  testRefused(matchesAtLeastNOf, [
    [['apples'], 'n must be a whole number'],
    [[0, ['apples']], 'n must be a whole number >= 1'],
    [[1.5, ['apples']], 'n must be a whole number'],
    [['2', ['apples']], 'n must be a whole number'],
    [[2, 'apples'], 'must be a list of texts'],
    [[2, []], 'at least one text'],
    [[2, ['a'], 3], '[n, list]'],
    ['apples', '[n, list]'],
  ]);

  test('an invalid pattern is unscored and says what is wrong with it, negated or not', async () => {
    await expect(scoreOf('matches_at_least_n_of', [1, ['a', 'a(b']], 'ab')).rejects.toThrow(/"a\(b" is not a valid pattern/u);
    await expect(scoreOf('not_matches_at_least_n_of', [1, ['a', 'a(b']], 'ab')).rejects.toThrow(UnscoredError);
  });

  test('a pattern that backtracks without end ends with the signal', async () => {
    await expect(scoreOf('matches_at_least_n_of', [1, ['a', '(a+)+$']], soonAborted(`${'a'.repeat(40)}b`))).rejects.toThrow('given up');
  });
});

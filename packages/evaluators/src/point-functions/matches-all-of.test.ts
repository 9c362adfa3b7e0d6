import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { soonAborted } from '../../test/point-context.js';
import { scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { matchesAllOf } from './matches-all-of.js';

describe('matches_all_of', () => {
  testPoints('matches_all_of', [
    [['^The ruling', 'states that$'], 'The ruling states that', 1],
    [['^The ruling', 'states that$'], 'The ruling is that', 0.5],
    [['(?i)^the', 'x'], 'The', 0.5],
    [['^the'], 'The', 0],
  ]);

  testRefused(matchesAllOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);

  test('an invalid pattern is unscored and says what is wrong with it, negated or not', async () => {
    await expect(scoreOf('matches_all_of', ['a', 'a(b'], 'ab')).rejects.toThrow(/"a\(b" is not a valid pattern/u);
    await expect(scoreOf('not_matches_all_of', ['a', 'a(b'], 'ab')).rejects.toThrow(UnscoredError);
  });

  test('a pattern that backtracks without end ends with the signal', async () => {
    await expect(scoreOf('matches_all_of', ['a', '(a+)+$'], soonAborted(`${'a'.repeat(40)}b`))).rejects.toThrow('given up');
  });
});

import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { soonAborted } from '../../test/point-context.js';
import { scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { imatchesAllOf } from './imatches-all-of.js';

describe('imatches_all_of', () => {
  testPoints('imatches_all_of', [
    [['^the ruling', 'states that$'], 'The ruling STATES THAT', 1],
    [['^the ruling', 'x'], 'The ruling', 0.5],
  ]);

  testRefused(imatchesAllOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);

  test('an invalid pattern is unscored and says what is wrong with it, negated or not', async () => {
    await expect(scoreOf('imatches_all_of', ['a', 'a(b'], 'ab')).rejects.toThrow(/"a\(b" is not a valid pattern/u);
    await expect(scoreOf('not_imatches_all_of', ['a', 'a(b'], 'ab')).rejects.toThrow(UnscoredError);
  });

  test('a pattern that backtracks without end ends with the signal', async () => {
    await expect(scoreOf('imatches_all_of', ['a', '(A+)+$'], soonAborted(`${'a'.repeat(40)}b`))).rejects.toThrow('given up');
  });
});

import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { soonAborted } from '../../test/point-context.js';
import { scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { imatches } from './imatches.js';

describe('imatches', () => {
  testPoints('imatches', [
    ['^the ruling', 'The ruling states', 1],
    ['^the ruling', 'First: the ruling', 0],
    ['nile.+amazon', 'NILE\nAMAZON', 0],
    ['(?s)nile.+amazon', 'NILE\nAMAZON', 1],
    ['(?i)nile', 'NILE', 1],
    ['\\p{Lu}é', 'ÉÉ', 1],
  ]);

  testRefused(imatches, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);

  test('an invalid pattern is unscored and says what is wrong with it, negated or not', async () => {
    await expect(scoreOf('imatches', 'a(b', 'ab')).rejects.toThrow(/"a\(b" is not a valid pattern/u);
    await expect(scoreOf('not_imatches', 'a(b', 'ab')).rejects.toThrow(UnscoredError);
  });

  test('a pattern that backtracks without end ends with the signal', async () => {
    await expect(scoreOf('imatches', '(A+)+$', soonAborted(`${'a'.repeat(40)}b`))).rejects.toThrow('given up');
  });
});

import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { icontainsAtLeastNOf } from './icontains-at-least-n-of.js';

describe('icontains_at_least_n_of', () => {
  testPoints('icontains_at_least_n_of', [
    [[2, ['Apples', 'ORANGES', 'pears']], 'apples and oranges', 1],
    [[2, ['Apples', 'ORANGES', 'pears']], 'PEARS', 0.5],
    [[1, ['x']], '', 0],
  ]);

  testRefused(icontainsAtLeastNOf, [
    [['apples'], 'n must be a whole number'],
    [[0, ['apples']], 'n must be a whole number >= 1'],
    [[1.5, ['apples']], 'n must be a whole number'],
    [['2', ['apples']], 'n must be a whole number'],
    [[2, 'apples'], 'must be a list of texts'],
    [[2, []], 'at least one text'],
    [[2, ['a'], 3], '[n, list]'],
    ['apples', '[n, list]'],
  ]);
});

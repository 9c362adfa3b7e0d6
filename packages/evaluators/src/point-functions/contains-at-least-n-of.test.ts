import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { containsAtLeastNOf } from './contains-at-least-n-of.js';

describe('contains_at_least_n_of', () => {
  testPoints('contains_at_least_n_of', [
    [[2, ['apples', 'oranges', 'pears']], 'apples and pears', 1],
    [[2, ['apples', 'oranges', 'pears']], 'apples', 0.5],
    [[2, ['apples', 'oranges', 'pears']], 'apples, oranges, pears', 1],
    [[2, ['apples', 'oranges', 'pears']], 'Apples', 0],
    [[3, ['a', 'b']], 'ab', 2 / 3],
  ]);

  testRefused(containsAtLeastNOf, [
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

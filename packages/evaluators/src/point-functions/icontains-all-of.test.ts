import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { icontainsAllOf } from './icontains-all-of.js';

describe('icontains_all_of', () => {
  testPoints('icontains_all_of', [
    [['Fiduciary', 'DUTY'], 'fiduciary duty', 1],
    [['Fiduciary', 'DUTY'], 'a Duty', 0.5],
    [['É', 'x'], 'café', 0.5],
    [['x'], '', 0],
  ]);

  testRefused(icontainsAllOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);
});

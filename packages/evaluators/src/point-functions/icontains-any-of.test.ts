import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { icontainsAnyOf } from './icontains-any-of.js';

describe('icontains_any_of', () => {
  testPoints('icontains_any_of', [
    [['GUARANTEED', 'Risk-Free'], 'a risk-free plan', 1],
    [['GUARANTEED'], 'guaranteed', 1],
    [['SÃO PAULO'], 'são paulo', 1],
    [['ΟΔΟΣ'], 'οδοσήμανση', 1],
    [['МОСКВА'], 'в Москва', 1],
    [['x'], 'abc', 0],
    [['İ'], 'İstanbul', 1],
  ]);

  testRefused(icontainsAnyOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);
});

import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { istartsWith } from './istarts-with.js';

describe('istarts_with', () => {
  testPoints('istarts_with', [
    ['the ruling', 'The Ruling states', 1],
    ['ÉCOLE', 'école', 1],
    ['x', 'abc', 0],
  ]);

  testRefused(istartsWith, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});

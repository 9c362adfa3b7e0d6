import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { iendsWith } from './iends-with.js';

describe('iends_with', () => {
  testPoints('iends_with', [
    ['CONCLUSION.', 'a conclusion.', 1],
    ['σ', 'ΟΔΟΣ', 1],
    ['x', '', 0],
  ]);

  testRefused(iendsWith, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});

import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { startsWith } from './starts-with.js';

describe('starts_with', () => {
  testPoints('starts_with', [
    ['The ruling', 'The ruling states', 1],
    ['The ruling', 'the ruling', 0],
    ['The ruling', ' The ruling', 0],
    ['.', 'x', 0],
    ['\u{1F600}', '\u{1F600}!', 1],
    ['x', '', 0],
  ]);

  testRefused(startsWith, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});

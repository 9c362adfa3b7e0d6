import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { endsWith } from './ends-with.js';

describe('ends_with', () => {
  testPoints('ends_with', [
    ['conclusion.', 'a conclusion.', 1],
    ['conclusion.', 'a Conclusion.', 0],
    ['conclusion.', 'conclusion.\n', 0],
    ['...', 'well...', 1],
    ['...', 'wellxxx', 0],
  ]);

  testRefused(endsWith, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});

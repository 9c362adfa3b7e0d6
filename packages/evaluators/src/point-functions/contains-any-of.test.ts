import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { containsAnyOf } from './contains-any-of.js';

describe('contains_any_of', () => {
  testPoints('contains_any_of', [
    [['fiduciary', 'duty'], 'a duty', 1],
    [['fiduciary', 'duty'], 'a Duty', 0],
    [['fiduciary', 'duty'], '', 0],
    [['.*', 'x'], 'abc', 0],
    [['長江', '黄河'], '長江流域', 1],
    [['\u{1F600}'], 'fun \u{1F600}', 1],
    [['I feel', 'As an AI'], `${'x'.repeat(1e6)}As an AI`, 1],
  ]);

  testRefused(containsAnyOf, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);
});

import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { wordCountBetween } from './word-count-between.js';

describe('word_count_between', () => {
  testPoints('word_count_between', [
    [[1, 3], 'one two three', 1],
    [[3, 3], 'one two three', 1],
    [[6, 9], 'one two three', 0.5],
    [[1, 2], 'one two three', 2 / 3],
    [[0, 2], '', 1],
    [[4, 9], '', 0],
    [[0, 0], 'word', 0],
    [[1, 1], "don't", 1],
    [[2, 2], 'one \u2014 two', 1],
    [[1, 1], 'state-of-the-art', 1],
    [[4, 4], '我喜欢喝咖啡', 1],
    [[4, 4], 'ฉันดื่มกาแฟทุกวัน', 0.8],
    [[2, 2], '\u00a0one\u2003two\n', 1],
    [[1, 1], '\u{1F600} ok', 1],
  ]);

  testRefused(wordCountBetween, [
    [[1], '[min, max]'],
    [[5, 1], '[min, max]'],
    [[-1, 5], '[min, max]'],
    [[1.5, 5], '[min, max]'],
    [['1', 5], '[min, max]'],
    [7, '[min, max]'],
    [[1, 2, 3], '[min, max]'],
  ]);
});

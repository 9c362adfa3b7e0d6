import { describe, expect, test } from 'vitest';
import { boundedLine } from './bounded-line.js';

describe('boundedLine', () => {
  test.each([
    ['short', 'short'],
    [' two\n\tlines ', 'two lines'],
    ['exactly 10', 'exactly 10'],
    ['more than 10', 'more than…'],
    ['👍'.repeat(11), `${'👍'.repeat(9)}…`],
    [' '.repeat(200) + 'x', '…'],
    ['', ''],
  ])('%j in 10 characters is %j', (text, line) => {
    expect(boundedLine(text, 10)).toBe(line);
  });
});

import { expect, test } from 'vitest';
import { truncateText } from './truncate-text.js';

test.each([
  ['support-agent', 13, 'support-agent'],
  ['support-agent', 8, 'support…'],
  ['日本語の評価', 6, '日本…'],
  ['support agent', 9, 'support…'],
  ['ab', 1, '…'],
  ['ab', 0, ''],
])('%j in %d columns is %j', (text, width, shown) => {
  expect(truncateText(text, width)).toBe(shown);
});

import { expect, test } from 'vitest';
import { countWords } from './count-words.js';

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['one', 1],
  ['one, two; three.', 3],
  ["don't stop", 2],
  ['state-of-the-art', 1],
  ['a — b', 2],
  ['- [ ] task', 1],
  ['1,000 items at 50%', 4],
  ['Привет мир', 2],
  ['서울은 아름답다', 2],
  ['我喜欢喝咖啡', 4],
  ['Use GPT模型', 3],
  ['\u{1F600} \u{1F680}', 0],
])('%j has %d words', (text, count) => {
  expect(countWords(text)).toBe(count);
});

test('a text of 1 MB without spaces is counted', () => {
  expect(countWords('x'.repeat(1_000_000))).toBe(1);
  expect(countWords('咖啡'.repeat(20_000))).toBeGreaterThan(10_000);
});

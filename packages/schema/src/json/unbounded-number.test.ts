import { expect, test } from 'vitest';
import { mayHaveUnboundedNumber } from './unbounded-number.js';

const DIGITS = '123456789'.repeat(23).slice(0, 200);

test.each(['1e309', '1E999', '[0,9e+400]', '1.5e308'])('%s may have a number that is too large', (json) => {
  expect(mayHaveUnboundedNumber(json)).toBe(true);
});

test.each(['1e30', '1e-999', '"the 3 elephants of 2024"', '[1,2,3]', '"e309"'])('%s has none', (json) => {
  expect(mayHaveUnboundedNumber(json)).toBe(false);
});

test('two hundred digits in a row are found wherever they begin, and fewer are none', () => {
  for (let before = 0; before <= 210; before += 1) {
    expect(mayHaveUnboundedNumber(`${' '.repeat(before)}${DIGITS}`)).toBe(true);
    expect(mayHaveUnboundedNumber(`${' '.repeat(before)}${DIGITS.slice(1)} `)).toBe(false);
  }
});

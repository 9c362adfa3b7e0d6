import { JsonNumberError } from '@assay/schema';
import { expect, test } from 'vitest';
import { parseWithDigits } from './parse-with-digits.js';

test.each([
  ['{"a":9007199254740993}', { a: '9007199254740993' }],
  ['[-12345678901234567891, {"b": [12345678901234567890]}]', ['-12345678901234567891', { b: ['12345678901234567890'] }]],
  ['12345678901234567891', '12345678901234567891'],
  // What a number keeps stays one.
  ['{"a":9007199254740992,"b":1e300,"c":0.1234567890123456789,"d":9007199254740991}', { a: 2 ** 53, b: 1e300, c: 0.123_456_789_012_345_68, d: Number.MAX_SAFE_INTEGER }],
  // Digits in texts and keys are no numbers.
  [String.raw`{"9007199254740993":"say \"9007199254740993\" \\","b":1}`, { '9007199254740993': String.raw`say "9007199254740993" `.concat('\\'), b: 1 }],
])('%s keeps all its digits', (text, expected) => {
  expect(parseWithDigits(text)).toEqual(expected);
});

test('what is no JSON, and numbers that are too large, are errors as ever', () => {
  expect(() => parseWithDigits('9007199254740993 apples')).toThrow(SyntaxError);
  expect(() => parseWithDigits('{"a":1e999,"b":9007199254740993}')).toThrow(JsonNumberError);
});

test('a text of ten million letters is parsed', () => {
  const long = 'a"\\'.repeat(2_500_000);
  expect(parseWithDigits(JSON.stringify({ long, id: 0 }).replace(/0\}$/u, '9007199254740993}'))).toEqual({ long, id: '9007199254740993' });
});

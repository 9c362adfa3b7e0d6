import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateKey } from './duplicate-key.js';

const found = (text: string) => duplicateKey(text, JSON.parse(text));

test.each([
  ['{"a":1,"a":2}', { key: 'a', first: 1, second: 7 }],
  ['{"a" : 1, "b": {"c": [{"d": 1, "d" :2}]}}', { key: 'd', first: 23, second: 31 }],
  ['{"a":1,"\\u0061":2}', { key: 'a', first: 1, second: 7 }],
  ['{"x":"\\"a\\":1","a":1,"a":2}', { key: 'a', first: 15, second: 21 }],
  ['[{"a":1},{"a":1,"__proto__":1,"__proto__":2}]', { key: '__proto__', first: 16, second: 30 }],
])('%s', (text, duplicate) => {
  expect(found(text)).toEqual(duplicate);
});

test('keys of different objects, and what looks like a key in a text, are no duplicates', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const text = JSON.stringify({ value, 'a"': '"a":1,"a":2', list: [value, value] }, null, space);
      expect(found(text)).toBeUndefined();
    }),
  );
});

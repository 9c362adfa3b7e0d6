import { expect, test } from 'vitest';
import { withoutValue } from './without-value.js';

test.each([
  ["The argument 'file' must be a string without null bytes. Received 'sk-1'", "The argument 'file' must be a string without null bytes"],
  ['The "path" argument must be of type string.\n Received type number (12345678)', 'The "path" argument must be of type string'],
  ['spawn /usr/bin/x EMFILE', 'spawn /usr/bin/x EMFILE'],
  ['', ''],
])('%j', (message, shown) => {
  expect(withoutValue(message)).toBe(shown);
});

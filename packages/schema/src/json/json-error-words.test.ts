import { expect, test } from 'vitest';
import { jsonErrorWords } from './json-error-words.js';

function wordsFor(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return jsonErrorWords(error);
  }
  throw new TypeError('that is JSON');
}

test.each([
  ['<html><body>busy</body></html>', `Unexpected token '<', "<html><bod"... is not valid JSON`],
  ['nope', `Unexpected token 'o', "nope" is not valid JSON`],
  ['{"a": 1', "Expected ',' or '}' after property value"],
  ['{"a": "one" "two"}', "Expected ',' or '}' after property value"],
  ['', 'Unexpected end of JSON input'],
])('%s', (text, words) => {
  expect(wordsFor(text)).toBe(words);
});

test.each(['{"key": 12345678901234567890abcdefghij}', '[12345678901234567890s3cret"x"]', '{"key": [[[[[[[[[[[[[[[[secret'])('nothing from the middle of %s is shown', (text) => {
  expect(wordsFor(text)).toMatch(/^(?:Unexpected token '.'|Expected [^"]*|Unexpected end of JSON input)$/u);
});

import { expect, test } from 'vitest';
import { renamedParameters, standardName, streams, withParameters } from './standard-parameters.js';

test.each([
  ['maxTokens', 'max_tokens'],
  ['max_completion_tokens', 'max_tokens'],
  ['maxOutputTokens', 'max_tokens'],
  ['stopSequences', 'stop'],
  ['random_seed', 'seed'],
  ['topP', 'top_p'],
  ['custom', 'custom'],
  ['constructor', 'constructor'],
])('%s is %s by its standard name', (name, expected) => {
  expect(standardName(name)).toBe(expected);
});

test('a mapping renames a parameter by any of its names, and leaves the rest', () => {
  const body = { model: 'm', max_completion_tokens: 5, top_p: 0 };
  const mapping = { maxTokens: 'limit', topP: 'nucleus' };
  expect(renamedParameters(body, mapping)).toEqual({ model: 'm', limit: 5, nucleus: 0 });
  expect(renamedParameters(body, undefined)).toEqual(body);
});

test('parameters replace, null removes under any name, and 0, false and "" are values', () => {
  const body = { a: 1, b: 2, max_completion_tokens: 5, unset: undefined };
  const parameters = { a: 0, b: null, c: false, d: '', max_tokens: null };
  expect(withParameters(body, parameters)).toEqual({ a: 0, c: false, d: '' });
  expect(withParameters(body, undefined)).toEqual({ a: 1, b: 2, max_completion_tokens: 5 });
});

test.each([
  [{}, false],
  [{ stream: true }, true],
  [{ stream: true, parameters: { stream: null } }, false],
  [{ stream: false, parameters: { stream: true } }, true],
  [{ stream: true, parameters: { other: 1 } }, true],
])('%j streams: %s', (options, expected) => {
  expect(streams(options)).toBe(expected);
});

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { errorText } from './error-text.js';
import { isError } from './is-error.js';

test('errors of every realm are errors, and nothing else is', () => {
  const foreign: unknown = runInNewContext("new TypeError('of another realm')");
  expect([foreign instanceof Error, isError(foreign), errorText(foreign)]).toEqual([false, true, 'of another realm']);
  class Own extends Error {}
  for (const error of [new Own(), new DOMException('x', 'TimeoutError')]) expect(isError(error)).toBe(true);
  for (const other of [undefined, null, 'Error', { name: 'Error', message: 'x' }, runInNewContext('({ message: 1 })')]) expect(isError(other)).toBe(false);
});

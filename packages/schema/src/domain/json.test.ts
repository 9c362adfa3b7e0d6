import { expect, test } from 'vitest';
import { isJsonObject } from './json.js';

test('objects are JSON objects; lists, null and everything else are not', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isJsonObject)).toBe(true);
  expect([null, undefined, [], 'a', 1, true, () => 1].some(isJsonObject)).toBe(false);
});

import { expect, test } from 'vitest';
import { suiteKey } from './suite-key.js';

test('name and path both count, and never run into each other', () => {
  const keys = [
    suiteKey({ suite: 'a', suitePath: 'x/a.yaml' }),
    suiteKey({ suite: 'a', suitePath: 'y/a.yaml' }),
    suiteKey({ suite: 'b', suitePath: 'x/a.yaml' }),
    suiteKey({ suite: 'a\nx', suitePath: 'b' }),
    suiteKey({ suite: 'a', suitePath: 'x\nb' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(suiteKey({ suite: 'a', suitePath: 'x/a.yaml' })).toBe(keys[0]);
});

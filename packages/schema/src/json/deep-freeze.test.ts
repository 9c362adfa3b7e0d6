import { expect, test } from 'vitest';
import { deepFreeze } from './deep-freeze.js';

test('plain data is frozen down to its last part, whatever its depth, and circles end', () => {
  const circle: Record<string, unknown> = { list: [{ name: 'inner' }] };
  circle['self'] = circle;
  let deep: object = { end: true };
  for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
  circle['deep'] = deep;
  expect(deepFreeze(circle)).toBe(circle);
  expect(() => void Object.assign((circle['list'] as object[])[0] ?? {}, { name: 'other' })).toThrow(TypeError);
  expect(Object.isFrozen((deep as { deep: { deep: object } }).deep.deep)).toBe(true);
});

test('what is made of a class, and what is no object, is left alone', () => {
  const value = { at: new Date(0), bytes: new Uint8Array(1), none: null, text: 'a', found: new Map() };
  deepFreeze(value);
  value.bytes[0] = 7;
  value.found.set('a', 1);
  expect([value.bytes[0], value.found.size, Object.isFrozen(value.at)]).toEqual([7, 1, false]);
});

import { expect, test } from 'vitest';
import { frozenCopy } from './frozen-copy.js';

test('a copy is frozen down to its last part, and what it was made of stays free, whatever its depth and circles', () => {
  const shared = { name: 'inner' };
  const made: Record<string, unknown> = { list: [shared, shared], own: JSON.parse('{"__proto__": {"a": 1}}') as object };
  made['self'] = made;
  let deep: object = { end: true };
  for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
  made['deep'] = deep;
  const copy = frozenCopy(made);
  expect(copy['self']).toBe(copy);
  const [first, second] = copy['list'] as [object, object];
  expect(first).toEqual({ name: 'inner' });
  expect(first).toBe(second);
  expect(JSON.stringify(copy['own'])).toBe('{"__proto__":{"a":1}}');
  expect([first, copy['list'], copy['deep'], copy].every((part) => Object.isFrozen(part))).toBe(true);
  expect([shared, made['list'], deep, made].some((part) => Object.isFrozen(part))).toBe(false);
});

test('what is frozen at its surface alone is frozen all through in the copy, and what is made of a class is the same', () => {
  const at = new Date(0);
  const copy = frozenCopy(Object.freeze({ inner: { list: [1] }, at, bytes: Buffer.from('a'), none: null }));
  expect(Object.isFrozen(copy.inner.list)).toBe(true);
  expect(copy.at).toBe(at);
});

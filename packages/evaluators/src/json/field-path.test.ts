import { describe, expect, test } from 'vitest';
import { parseFieldPath, valueAt } from './field-path.js';

describe('parseFieldPath', () => {
  test.each([
    ['a', ['a']],
    ['a.b', ['a', 'b']],
    ['a.b[0].c', ['a', 'b', 0, 'c']],
    ['[2].x', [2, 'x']],
    ['a[0][1]', ['a', 0, 1]],
    ['totals["grand.total"].net', ['totals', 'grand.total', 'net']],
    ['a["say \\"hi\\""]', ['a', 'say "hi"']],
    ['größe.名前', ['größe', '名前']],
  ])('%s', (path, steps) => {
    expect(parseFieldPath(path)).toEqual(steps);
  });

  test.each(['', '.', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a]', 'a[0]b', 'a[-1]'])('%j is no path', (path) => {
    expect(parseFieldPath(path)).toBeUndefined();
  });
});

describe('valueAt', () => {
  const root = { a: { b: [{ c: 0 }, null] }, 'x.y': 'dotted' };

  test.each([
    ['a.b[0].c', 0],
    ['a.b[1]', null],
    ['a.b[2]', undefined],
    ['a.b.length', undefined],
    ['a.toString', undefined],
    ['a.b[1].c', undefined],
    ['["x.y"]', 'dotted'],
  ])('%s is %j', (path, value) => {
    expect(valueAt(root, parseFieldPath(path) ?? [])).toBe(value);
  });
});

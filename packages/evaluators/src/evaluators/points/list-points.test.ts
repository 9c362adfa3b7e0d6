import { expect, test } from 'vitest';
import { listPoints } from './list-points.js';

const a = { text: 'a' };
const b = { fn: 'contains', arg: 'b' };

test('points are listed with their place: path, block, and keys from the options', () => {
  const { points, rubric } = listPoints([a, [a, b], [[b], [a]], [b]], [[a], b, [[a]], [[b]]]);
  expect(points).toEqual([
    { point: a, inverted: false, at: ['should', 0] },
    { point: a, inverted: false, path: 'path 1', at: ['should', 1, 0] },
    { point: b, inverted: false, path: 'path 1', at: ['should', 1, 1] },
    { point: b, inverted: false, path: 'path 1', block: 'block 1', at: ['should', 2, 0, 0] },
    { point: a, inverted: false, path: 'path 2', block: 'block 1', at: ['should', 2, 1, 0] },
    { point: b, inverted: false, path: 'path 2', at: ['should', 3, 0] },
    { point: a, inverted: true, path: 'should_not path 1', at: ['should_not', 0, 0] },
    { point: b, inverted: true, at: ['should_not', 1] },
    { point: a, inverted: true, path: 'path 1', block: 'should_not block 1', at: ['should_not', 2, 0, 0] },
    { point: b, inverted: true, path: 'path 1', block: 'should_not block 2', at: ['should_not', 3, 0, 0] },
  ]);
  expect(rubric).toEqual({
    should: [
      { kind: 'point', point: 0 },
      { kind: 'path', name: 'path 1', points: [1, 2] },
      { kind: 'block', name: 'block 1', paths: [{ name: 'path 1', points: [3] }, { name: 'path 2', points: [4] }] },
      { kind: 'path', name: 'path 2', points: [5] },
    ],
    shouldNot: [
      { kind: 'path', name: 'should_not path 1', points: [6] },
      { kind: 'point', point: 7 },
      { kind: 'block', name: 'should_not block 1', paths: [{ name: 'path 1', points: [8] }] },
      { kind: 'block', name: 'should_not block 2', paths: [{ name: 'path 1', points: [9] }] },
    ],
  });
});

test('an empty rubric has no points', () => {
  expect(listPoints([], [])).toEqual({ points: [], rubric: { should: [], shouldNot: [] } });
});

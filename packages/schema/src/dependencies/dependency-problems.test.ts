import { expect, test } from 'vitest';
import { dependencyProblems } from './dependency-problems.js';

const found = (cases: Readonly<Record<string, readonly string[]>>): readonly unknown[] =>
  dependencyProblems(Object.entries(cases).map(([id, dependsOn]) => ({ id, dependsOn }))).map(({ evalCase, index, problem }) => [evalCase.id, index, problem]);

test.each([
  ['nothing depends', { a: [], b: [] }, []],
  ['in the order of the file, against it, and by several ways', { d: ['b', 'c'], a: [], b: ['a'], c: ['a', 'b'] }, []],
  ['an id that no case has', { a: [], b: ['a', 'x'], c: ['y'] }, [['b', 1, 'unknown'], ['c', 0, 'unknown']]],
  ['itself', { a: ['a'] }, [['a', 0, ['a', 'a']]]],
  ['a circle, told once', { z: ['a'], a: ['b'], b: ['c'], c: ['a'] }, [['c', 0, ['a', 'b', 'c', 'a']]]],
  ['two circles', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['b', 0, ['a', 'b', 'a']], ['c', 0, ['a', 'c', 'a']]]],
])('%s', (_, cases, expected) => {
  expect(found(cases)).toEqual(expected);
});

test('a chain as long as a suite may be is walked to its end', () => {
  const length = 200_000;
  const chain = Array.from({ length }, (_, index) => ({ id: String(index), dependsOn: index + 1 < length ? [String(index + 1)] : [] }));
  expect(dependencyProblems(chain)).toEqual([]);
});

import { UsageError } from '@assay/schema';
import { expect, test } from 'vitest';
import { selectGroups } from './select-groups.js';

const GROUPS = [
  { suite: 'a', target: 'x' },
  { suite: 'b', target: 'x' },
  { suite: 'b', target: 'y' },
];

test('everything without a filter; else what has one of the suites and one of the targets', () => {
  expect(selectGroups(GROUPS, {}, 'the run has')).toEqual(GROUPS);
  expect(selectGroups(GROUPS, { suite: ['b'] }, 'the run has')).toHaveLength(2);
  expect(selectGroups(GROUPS, { suite: ['a', 'b'], target: ['x'] }, 'the run has')).toHaveLength(2);
});

test('a suite that shares its name is chosen by its path', () => {
  const groups = [
    { suite: 'a', suitePath: 'x/a.yaml', target: 't' },
    { suite: 'a', suitePath: 'y/a.yaml', target: 't' },
  ];
  expect(selectGroups(groups, { suite: ['y/a.yaml'] }, 'the run has')).toEqual([groups[1]]);
  expect(selectGroups(groups, { suite: ['a'] }, 'the run has')).toEqual(groups);
  expect(() => selectGroups(groups, { suite: ['b/a.yaml'] }, 'the run has')).toThrow('the run has no suite "b/a.yaml"');
});

test('a name that does not exist, and a pair that does not, are errors', () => {
  expect(() => selectGroups(GROUPS, { suite: ['c'] }, 'the run has')).toThrow('the run has no suite "c"');
  expect(() => selectGroups(GROUPS, { suite: ['c'] }, 'the run has')).toThrow(UsageError);
  expect(() => selectGroups(GROUPS, { target: ['z'] }, 'the run has')).toThrow('the run has no target "z"');
  expect(() => selectGroups(GROUPS, { suite: ['a'], target: ['y'] }, 'the run has')).toThrow('the run has no a on y');
});

import { UsageError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { pairTargets, type PairTargetsOptions } from './pair-targets.js';

const pairsOf = (options: PairTargetsOptions): string => pairTargets(options).map(({ a, b }) => `${a}:${b}`).join(' ');

describe('which targets are compared', () => {
  test.each<[string, PairTargetsOptions]>([
    ['x:x', { a: ['x'], b: ['x'] }],
    ['x:x y:y', { a: ['x', 'y'], b: ['y', 'x'] }],
    ['x:y', { a: ['x'], b: ['y'] }],
    ['x:z', { a: ['x', 'y'], b: ['x', 'z'], selectedA: 'x', selectedB: 'z' }],
    ['x:y', { a: ['x', 'y'], b: ['x', 'y'], selectedA: 'x', selectedB: 'y' }],
    ['x:z', { a: ['x', 'y'], b: ['z'], selectedA: 'x' }],
    ['x:z', { a: ['x'], b: ['y', 'z'], selectedB: 'z' }],
    ['x:x', { a: ['x', 'y'], b: ['x', 'z'], selectedA: 'x' }],
  ])('%s: %j', (pairs, options) => {
    expect(pairsOf(options)).toBe(pairs);
  });

  test.each<[PairTargetsOptions, string]>([
    [{ a: ['x', 'y'], b: ['x'] }, '--target-a and --target-b; A has x, y; B has x'],
    [{ a: ['x', 'y'], b: ['x', 'z'] }, 'A has x, y; B has x, z'],
    [{ a: ['x', 'y'], b: ['u', 'v'], selectedA: 'x' }, '--target-b; A has x, y; B has u, v'],
    [{ a: ['x', 'y'], b: ['u', 'v'], selectedB: 'u' }, '--target-a; A has x, y; B has u, v'],
  ])('what is not clear is an error that lists them: %j', (options, hint) => {
    expect(() => pairTargets(options)).toThrow(UsageError);
    expect(() => pairTargets(options)).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) as string }));
  });

  test('a target that does not exist is an error with the nearest name, or with all', () => {
    const options = { a: ['gpt-4o-mini', 'echo'], b: ['echo'] };
    expect(() => pairTargets({ ...options, selectedA: 'gpt-4o-mni' })).toThrow(
      expect.objectContaining({ message: 'run A has no target "gpt-4o-mni"', hint: 'did you mean "gpt-4o-mini"?' }),
    );
    expect(() => pairTargets({ ...options, selectedB: 'something-else' })).toThrow(
      expect.objectContaining({ message: 'run B has no target "something-else"', hint: 'its targets: echo' }),
    );
  });

  test('a run without rows leaves nothing to choose', () => {
    expect(pairsOf({ a: [], b: ['x', 'y'] })).toBe('x:x y:y');
    expect(pairsOf({ a: ['x'], b: [] })).toBe('x:x');
    expect(pairsOf({ a: [], b: [] })).toBe('');
    expect(pairsOf({ a: [], b: ['x', 'y'], selectedA: 'z', selectedB: 'y' })).toBe('z:y');
    expect(pairsOf({ a: [], b: ['x', 'y'], selectedB: 'y' })).toBe('y:y');
  });
});

import { describe, expect, test } from 'vitest';
import { comparedSides } from './compared-sides.js';

const names = (targets: readonly string[], variants: readonly string[] = ['']): { readonly targets: readonly string[]; readonly variants: readonly string[] } => ({ targets, variants });
const NONE = { a: {}, b: {} };

describe('two runs', () => {
  test('are compared target by target', () => {
    expect(comparedSides(names(['x', 'y']), names(['y', 'x']), NONE, false)).toEqual({ a: {}, b: {} });
  });

  test('that share no target are compared by their first ones', () => {
    expect(comparedSides(names(['old']), names(['new']), NONE, false)).toEqual({ a: { target: 'old' }, b: { target: 'new' } });
  });

  test('a target that is chosen on one side is held against the same on the other, or against what there is', () => {
    expect(comparedSides(names(['x', 'y']), names(['x', 'y']), { a: { target: 'y' }, b: {} }, false)).toMatchObject({ a: { target: 'y' }, b: { target: 'y' } });
    expect(comparedSides(names(['x', 'y']), names(['z']), { a: {}, b: { target: 'z' } }, false)).toMatchObject({ a: { target: 'x' }, b: { target: 'z' } });
  });

  test('prompts that have other names are compared', () => {
    expect(comparedSides(names(['x'], ['prompt:old']), names(['x'], ['prompt:new']), NONE, false)).toEqual({ a: { variant: 'prompt:old' }, b: { variant: 'prompt:new' } });
  });
});

describe('one run', () => {
  test('has two targets compared', () => {
    expect(comparedSides(names(['x', 'y', 'z']), names(['x', 'y', 'z']), NONE, true)).toEqual({ a: { target: 'x' }, b: { target: 'y' } });
    expect(comparedSides(names(['x', 'y', 'z']), names(['x', 'y', 'z']), { a: { target: 'z' }, b: {} }, true)).toMatchObject({ a: { target: 'z' }, b: { target: 'x' } });
  });

  test('with one target two variants', () => {
    const run = names(['x'], ['temp:0', 'temp:1']);
    expect(comparedSides(run, run, NONE, true)).toEqual({ a: { target: 'x', variant: 'temp:0' }, b: { target: 'x', variant: 'temp:1' } });
    expect(comparedSides(run, run, { a: {}, b: { target: 'x', variant: 'temp:0' } }, true)).toMatchObject({ a: { target: 'x', variant: 'temp:1' }, b: { variant: 'temp:0' } });
  });
});

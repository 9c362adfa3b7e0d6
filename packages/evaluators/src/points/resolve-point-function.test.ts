import { describe, expect, test } from 'vitest';
import { resolvePointFunction } from './resolve-point-function.js';

describe('resolvePointFunction', () => {
  test.each([
    ['contains', 'contains', false],
    ['$contains', 'contains', false],
    ['not_contains', 'contains', true],
    ['$not_contains', 'contains', true],
    ['$match', 'matches', false],
    ['$not_match', 'matches', true],
  ])('%s is %s, negated: %s', (written, name, negated) => {
    const found = resolvePointFunction(written);
    expect(found?.definition.name).toBe(name);
    expect(found?.negated).toBe(negated);
  });

  test.each(['nonsense', '$nonsense', 'not_nonsense', 'not_', '$', '', 'not_not_contains', '$$contains'])(
    '%j is no point function',
    (written) => {
      expect(resolvePointFunction(written)).toBeUndefined();
    },
  );
});

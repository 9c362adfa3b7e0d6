import { describe, expect, test } from 'vitest';
import { installed, resolvePointFunction } from '../../test/installed.js';

describe('names of point functions', () => {
  test.each([
    ['contains', 'contains', false],
    ['$contains', 'contains', false],
    ['not_contains', 'contains', true],
    ['$not_contains', 'contains', true],
    ['$match', 'matches', false],
    ['$not_match', 'matches', true],
    ['$contain', 'contains', false],
    ['$icontain_any_of', 'icontains_any_of', false],
    ['$not_icontain_at_least_n_of', 'icontains_at_least_n_of', true],
    ['$imatch_all_of', 'imatches_all_of', false],
    ['$not_istart_with', 'istarts_with', true],
    ['$end_with', 'ends_with', false],
    ['$icontain_word', 'icontains_word', false],
    ['$tool_arg_match', 'tool_args_match', false],
  ])('%s is %s, negated: %s', (written, name, negated) => {
    const found = resolvePointFunction(written);
    expect(found?.definition.name).toBe(name);
    expect(found?.negated).toBe(negated);
  });

  test('every name that begins with a verb goes by the plural of the verb too', () => {
    const verbs = { contains: 'contain', matches: 'match', starts: 'start', ends: 'end' };
    for (const { name } of installed.pointFunctions) {
      const [, i = '', verb = '', rest = ''] = /^(i?)(contains|matches|starts|ends)((?:_.*)?)$/u.exec(name) ?? [];
      const plural = `${i}${(verbs as Record<string, string>)[verb] ?? ''}${rest}`;
      if (verb === '') continue;
      expect(resolvePointFunction(plural)?.definition.name).toBe(name);
      expect(resolvePointFunction(`$not_${plural}`)).toMatchObject({ definition: { name }, negated: true });
    }
  });

  test.each(['nonsense', '$nonsense', 'not_nonsense', 'not_', '$', '', 'not_not_contains', '$$contains'])(
    '%j is no point function',
    (written) => {
      expect(resolvePointFunction(written)).toBeUndefined();
    },
  );
});

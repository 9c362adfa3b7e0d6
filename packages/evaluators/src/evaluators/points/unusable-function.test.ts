import { expect, test } from 'vitest';
import { installed } from '../../../test/installed.js';
import { unusableFunction } from './unusable-function.js';

test.each([
  ['contians', 'did you mean $contains?'],
  ['not_contians', 'did you mean $not_contains?'],
  ['notcontains', 'did you mean $not_contains?'],
  ['NOT_contains', 'did you mean $not_contains?'],
  ['not-contains', 'did you mean $not_contains?'],
  ['no_contains', 'did you mean $not_contains?'],
  ['does_not_contain', 'did you mean $not_contain?'],
  ['!contains', 'did you mean $not_contains?'],
  ['regex', 'did you mean $matches?'],
  ['not_includes', 'did you mean $not_contains?'],
  ["doesn't contain", 'did you mean $not_contain?'],
  ['icontains any', 'did you mean $icontains_any_of?'],
  ['not', 'write not_ in front of the name of the function, as in - $not_contains: "words"'],
  ['5 a day', 'a text that begins with a dollar sign is written as in - { text: "$5 a day" }'],
  ['Contains', 'did you mean $contains?'],
  ['contains_not', 'see `assay list functions` for those that are installed'],
  ['imatchs', 'did you mean $imatches?'],
  ['something_else_entirely', 'see `assay list functions` for those that are installed'],
])('%s: %s', (fn, hint) => {
  expect(unusableFunction(fn, installed.pointFunctions)).toEqual({ message: `there is no point function "${fn}"`, hint });
});

test.each([
  [{ contains: 'x' }, '$not_contains: "x"'],
  [{ $not_contains: 'x' }, '$contains: "x"'],
  [[{ regex: 'x' }], '$not_matches: "x"'],
  [{ word_count: [1, 5] }, '$not_word_count_between: [1,5]'],
])('not around %j is a function of its own', (argument, call) => {
  expect(unusableFunction('not', installed.pointFunctions, argument).hint).toBe(`did you mean - ${call}?`);
});

test('one that exists elsewhere is told by its reason', () => {
  expect(unusableFunction('not_call', installed.pointFunctions)).toEqual({
    message: '$call, which asks services over the network, is not built',
    hint: 'check it with other points',
  });
});

test('only functions that may be called are suggested', () => {
  expect(unusableFunction('contians', []).hint).toBe('see `assay list functions` for those that are installed');
});

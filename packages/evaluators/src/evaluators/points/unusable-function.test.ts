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
  ['Contains', 'did you mean $contains?'],
  ['contains_not', 'see `assay list functions` for those that are installed'],
  ['imatchs', 'did you mean $imatches?'],
  ['something_else_entirely', 'see `assay list functions` for those that are installed'],
])('%s: %s', (fn, hint) => {
  expect(unusableFunction(fn, installed.pointFunctions)).toEqual({ message: `there is no point function "${fn}"`, hint });
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

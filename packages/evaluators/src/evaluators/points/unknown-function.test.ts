import { expect, test } from 'vitest';
import { unknownFunction } from './unknown-function.js';

test.each([
  ['contians', 'did you mean $contains?'],
  ['not_contians', 'did you mean $not_contains?'],
  ['imatchs', 'did you mean $imatches?'],
  ['something_else_entirely', 'see `assay list functions` for those that are installed'],
])('%s: %s', (fn, hint) => {
  expect(unknownFunction(fn)).toEqual({ message: `there is no point function "${fn}"`, hint });
});

import { describe, expect, test } from 'vitest';
import { textContext } from '../../test/point-context.js';
import { icontains } from './icontains.js';

describe('icontains', () => {
  test.each([
    ['FIDUCIARY duty', 'a Fiduciary Duty exists', true],
    ['são paulo', 'SÃO PAULO', true],
    ['москва', 'МОСКВА', true],
    ['missing', 'a text', false],
  ])('takes no notice of case: %j in %j is %s', (needle, text, expected) => {
    expect(icontains.apply(needle, textContext(text))).toBe(expected);
  });

  test('looks at the text it is given, not at the one before', () => {
    expect(icontains.apply('one', textContext('ONE'))).toBe(true);
    expect(icontains.apply('one', textContext('TWO'))).toBe(false);
    expect(icontains.apply('two', textContext('TWO'))).toBe(true);
  });
});

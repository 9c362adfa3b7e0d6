import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { soonAborted, textContext } from '../../test/point-context.js';
import { matches } from './matches.js';

describe('matches', () => {
  test.each([
    ['^The ruling states', 'The ruling states that', true],
    ['^The ruling states', 'First: The ruling states that', false],
    ['tokyo', 'Tokyo', false],
    ['(?i)tokyo', 'Tokyo', true],
    ['nile.+amazon', 'nile\namazon', false],
    ['(?s)nile.+amazon', 'nile\namazon', true],
    ['(?is)NILE.+Amazon', 'nile\namazon', true],
    ['(?i)(?s)NILE.+Amazon', 'nile\namazon', true],
    ['^second', 'first\nsecond', false],
    ['(?m)^second', 'first\nsecond', true],
    ['(?i)not a (financial|tax) advisor', 'I am Not a Tax advisor.', true],
    ['\\d{3}-\\d{2}-\\d{4}', 'SSN 123-45-6789', true],
    ['^\\p{Lu}', 'Éa', true],
    ['(?<=€)\\d+', 'costs €5', true],
  ])('/%s/ on %j is %s', async (pattern, text, expected) => {
    expect(await matches.apply(pattern, textContext(text))).toBe(expected);
  });

  test('an invalid pattern is unscored and says what is wrong with it', () => {
    expect(() => matches.apply('a(b', textContext('ab'))).toThrow(UnscoredError);
    expect(() => matches.apply('a(b', textContext('ab'))).toThrow(/"a\(b" is not a valid pattern/u);
  });

  test('a pattern that backtracks without end ends with the signal', async () => {
    await expect(matches.apply('(a+)+$', soonAborted(`${'a'.repeat(40)}b`))).rejects.toThrow('given up');
  });
});

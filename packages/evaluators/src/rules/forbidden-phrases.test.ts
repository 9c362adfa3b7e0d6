import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleFindings, scoreText } from '../../test/rule-scores.js';
import { forbiddenPhrases } from './forbidden-phrases.js';

const score = (phrases: string[], text: string, more = {}) =>
  scoreText(forbiddenPhrases, 'forbidden_phrases', text, { phrases, ...more });

describe('forbidden_phrases: the output must not contain phrases', () => {
  test.each([
    [['password', 'credit_card'], 'Your order is on its way.'],
    [['credit card'], 'credit-card'],
    [['x'], ''],
  ])('none of %j is in %j', async (phrases, text) => {
    expect(await score(phrases, text)).toMatchObject({ score: 1, misses: [] });
  });

  test.each([
    [['password'], 'The PASSWORD is swordfish', ['has "password"']],
    [['password', 'pin', 'cvv'], 'Passwords and PINs', ['has "password", "pin"']],
    [['ŽÁDNÝ'], 'žádný problém', ['has "ŽÁDNÝ"']],
    [['.*'], 'a.*b', ['has ".*"']],
  ])('some of %j are in %j', async (phrases, text, misses) => {
    expect(await score(phrases, text)).toMatchObject({ score: 0, hits: [], misses });
  });

  test('with ignore_case: false upper and lower case differ', async () => {
    expect(await score(['US'], 'trust us', { ignore_case: false })).toMatchObject({ score: 1 });
    expect(await score(['US'], 'in the US', { ignore_case: false })).toMatchObject({ score: 0 });
  });

  test('a phrase in the text is always found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ minLength: 1 }), fc.string(), async (before, phrase, after) => {
        expect(await score([phrase], `${before}${phrase}${after}`, { ignore_case: false })).toMatchObject({ score: 0 });
      }),
    );
  });

  test.each([
    [{}, ['phrases is required; as in phrases: [password, "card number"]']],
    [{ phrases: [] }, ['phrases must list at least one phrase']],
    [{ phrases: 'password' }, ['phrases must be a list of phrases, got "password"']],
    [{ phrases: [''] }, ['a phrase must not be empty']],
  ])('options %j: %j', (options, messages) => {
    expect(ruleFindings(forbiddenPhrases, 'forbidden_phrases', options)).toEqual(messages);
  });
});

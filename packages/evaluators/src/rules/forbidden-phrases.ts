import { composedText, defineRule, holdsText } from '@assay/schema';
import * as v from 'valibot';
import { oneCheck } from './parts/one-check.js';
import { plainForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { flag } from '../options/numbers.js';
import { requiredText } from '../options/texts.js';
import { foldList, foldResponse } from '../texts/fold-case.js';

/** Nothing of a list of texts is in the output. */
export const forbiddenPhrases = defineRule({
  name: 'forbidden_phrases',
  description:
    'Checks that the output contains none of these phrases: 1 if so, else 0. Phrases are found inside words too, in upper or lower case.',
  options: ruleOptions(
    {
      phrases: v.pipe(
        v.array(requiredText('a phrase'), (issue) => `phrases must be a list of phrases, got ${issue.received}`),
        v.minLength(1, 'phrases must list at least one phrase'),
        v.description('The phrases that the output must not contain'),
      ),
      ignore_case: v.optional(
        v.pipe(flag('ignore_case'), v.description('Ignore upper and lower case; default true')),
      ),
    },
    { phrases: 'as in phrases: [password, "card number"]' },
  ),
  programs: 'never',
  examples: [
    {
      title: 'No secrets',
      value: { weight: 0.5, rule: 'forbidden_phrases', phrases: ['password', 'card number'] },
    },
  ],
  ...plainForm('forbidden_phrases', 'phrases'),
  evaluate: ({ options: { phrases, ignore_case: ignoreCase = true }, response }) => {
    const text = ignoreCase ? foldResponse(response.text) : composedText(response.text);
    const wanted = ignoreCase ? foldList(phrases) : phrases.map(composedText);
    const found = phrases.filter((_, index) => holdsText(text, wanted[index] ?? ''));
    return oneCheck(
      found.length === 0,
      'has none of the forbidden phrases',
      `has ${found.map((phrase) => JSON.stringify(phrase)).join(', ')}`,
    );
  },
});

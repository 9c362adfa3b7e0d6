import { composedText, defineRule } from '@assay/schema';
import * as v from 'valibot';
import { oneCheck } from './parts/one-check.js';
import { numberedForm } from './parts/rule-form.js';
import { ruleOptions } from './parts/rule-options.js';
import { wholeNumber } from '../options/numbers.js';

/** Code points of the composed text: unlike UTF-16 units they are what people and databases count, and the same everywhere. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The output is not too long. */
export const lengthMax = defineRule({
  name: 'length_max',
  description:
    'Checks that the output has at most this many characters: 1 if so, else 0. Characters are Unicode code points, and white space counts.',
  options: ruleOptions(
    { value: v.pipe(wholeNumber('the length', 0), v.description('The largest number of characters that the output may have')) },
    { value: 'as in value: 500, or rule: length_max_500' },
  ),
  programs: 'never',
  examples: [{ title: 'At most 500 characters', value: { weight: 0.2, rule: 'length_max_500' } }],
  ...numberedForm('length_max_X', { X: 'value' }),
  evaluate: ({ options: { value: most }, response }) => {
    const length = countCharacters(composedText(response.text));
    return {
      ...oneCheck(length <= most, `${length} characters, at most ${most}`, `${length} characters, only ${most} are allowed`),
      details: { length },
    };
  },
});

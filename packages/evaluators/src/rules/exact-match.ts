import { defineRule } from '@assay/schema';
import { plainForm } from './parts/rule-form.js';
import { exactMatch as evaluator } from '../evaluators/exact-match.js';

/** The response is what the case expects, and nothing else: the evaluator of the same name. */
export const exactMatch = defineRule({
  ...evaluator,
  ...plainForm('exact_match', 'value'),
  programs: 'never',
  examples: [
    { title: 'The expected label, whatever the space around it', value: { weight: 1, rule: 'exact_match' } },
    { title: 'In upper or lower case', value: { weight: 1, rule: 'exact_match', ignore_case: true } },
  ],
});

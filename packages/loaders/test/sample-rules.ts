import * as v from 'valibot';
import { defineRule, type Definitions, type EvaluatorDefinition, type RuleDefinition } from '@assay/schema';
import { sampleDefinitions } from './sample-definitions.js';

const about = { description: 'For tests.', examples: [], evaluate: () => ({ score: null }) };
const description = v.optional(v.string('description must be text'));

const numbers = (pattern: RegExp, ...options: string[]) => (written: string) => {
  const found = pattern.exec(written);
  return found ? Object.fromEntries(found.slice(1).flatMap((number, index) => (number === undefined ? [] : [[options[index] ?? '', Number(number)]]))) : undefined;
};

/** A rule of each kind: without parameters, with one, with a list, and with two that judges need. */
const rules: readonly RuleDefinition[] = [
  defineRule({ ...about, name: 'exact_match', form: 'exact_match', argument: [], options: v.object({ description }), match: numbers(/^exact_match$/u) }),
  defineRule({
    ...about,
    name: 'length_max',
    examples: [{ title: 'Short', value: { rule: 'length_max_500' } }],
    form: 'length_max_X',
    argument: ['value'],
    options: v.object({ value: v.pipe(v.number('the length must be a number'), v.minValue(0, 'the length must be >= 0')), description }),
    match: numbers(/^length_max(?:_(-?\d+))?$/u, 'value'),
    check: ({ options }) => (options.value > 9000 ? [{ path: ['value'], message: 'far too long' }] : []),
  }),
  defineRule({
    ...about,
    name: 'required_keys',
    form: 'required_keys',
    argument: ['keys'],
    options: v.object({ keys: v.pipe(v.array(v.string('a key must be text'), 'keys must be a list'), v.minLength(1, 'keys must list at least one key')), description }),
    match: numbers(/^required_keys$/u),
  }),
  defineRule({
    ...about,
    name: 'rubric_score',
    examples: [{ title: 'From 0 to 5', value: { rule: 'rubric_score_0_to_5' } }],
    form: 'rubric_score_X_to_Y',
    argument: ['min', 'max'],
    uses: ['judge'],
    options: v.object({ min: v.number(), max: v.number(), description }),
    match: numbers(/^rubric_score(?:_(\d+)_to_(\d+))?$/u, 'min', 'max'),
  }),
];

const asEvaluator = (rule: RuleDefinition): EvaluatorDefinition => ({ ...rule, kind: 'evaluator' });

export const ruleDefinitions: Definitions = {
  ...sampleDefinitions,
  evaluators: [...sampleDefinitions.evaluators, ...rules.map(asEvaluator)],
  rules,
};

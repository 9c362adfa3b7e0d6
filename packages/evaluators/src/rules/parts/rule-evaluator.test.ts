import { expect, test } from 'vitest';
import { lengthMax } from '../length-max.js';
import { requiredKeys } from '../required-keys.js';
import { ruleEvaluator } from './rule-evaluator.js';

test('a rule is an evaluator of its name, with parameters as options', () => {
  const evaluator = ruleEvaluator(lengthMax);
  expect(evaluator).toMatchObject({ kind: 'evaluator', name: 'length_max', options: lengthMax.options });
  expect(evaluator).not.toHaveProperty('match');
  expect(evaluator.examples).toEqual([{ title: 'At most 500 characters', value: { type: 'length_max', value: 500 } }]);
  expect(ruleEvaluator(requiredKeys).examples[0]?.value).toEqual({ type: 'required_keys', keys: ['name', 'score'] });
});

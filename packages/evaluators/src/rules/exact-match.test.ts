import { expect, test } from 'vitest';
import { findEvaluator } from '../../test/installed.js';
import { exactMatch } from './exact-match.js';

test('the rule is the evaluator of the same name, not another one', () => {
  expect(exactMatch.evaluate).toBe(findEvaluator('exact_match')?.evaluate);
  expect(exactMatch.options).toBe(findEvaluator('exact_match')?.options);
});

test.each([
  ['exact_match', {}],
  ['exact-match', undefined],
  ['exact_match_1', undefined],
])('%s is read as %j', (written, options) => {
  expect(exactMatch.match(written)).toEqual(options);
});

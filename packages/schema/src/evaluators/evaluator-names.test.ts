import { expect, test } from 'vitest';
import { nameEvaluators } from './evaluator-names.js';

const named = (...entries: readonly (readonly [type: string, name?: string])[]): readonly string[] =>
  nameEvaluators(entries.map(([type, name]) => ({ type, name, weight: 1, options: {} }))).map(({ name }) => name);

test('without names: the type, numbered from the second on', () => {
  expect(named(['rubric'], ['llm_judge'], ['rubric'], ['rubric'])).toEqual(['rubric', 'llm_judge', 'rubric-2', 'rubric-3']);
});

test('names that are given stay, and are not given out again', () => {
  expect(named(['rubric'], ['llm_judge', 'rubric'], ['rubric'], ['contains', 'rubric-2'])).toEqual(['rubric-3', 'rubric', 'rubric-4', 'rubric-2']);
});

test('everything else of an entry stays', () => {
  expect(nameEvaluators([{ name: undefined, type: 'contains', weight: 0.5, options: { value: 'a' } }])).toStrictEqual([
    { name: 'contains', type: 'contains', weight: 0.5, options: { value: 'a' } },
  ]);
});

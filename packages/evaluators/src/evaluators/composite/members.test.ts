import { describe, expect, test } from 'vitest';
import { memberConfigs, memberProblem } from './members.js';

describe('memberConfigs', () => {
  test('fills in name and weight, and keeps the options', () => {
    expect(memberConfigs(['llm_judge', { type: 'rubric', name: 'tone', weight: 0, rubrics: ['a'] }])).toEqual([
      { name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} },
      { name: 'tone', type: 'rubric', weight: 0, options: { rubrics: ['a'] } },
    ]);
  });

  test('numbers repeated types, around names that are taken', () => {
    const written = ['rubric', { type: 'rubric' }, { type: 'cost', name: 'rubric-2' }, 'rubric'];
    expect(memberConfigs(written).map(({ name }) => name)).toEqual(['rubric', 'rubric-3', 'rubric-2', 'rubric-4']);
  });
});

describe('memberProblem', () => {
  test.each([
    [['a', 'b'], { a: 1 }, undefined],
    [
      [
        { type: 'a', name: 'x' },
        { type: 'b', name: 'x' },
      ],
      {},
      'two members are named "x"',
    ],
    [['a', 'b'], { c: 1 }, 'weights names "c", which is no member; members are: a, b'],
  ])('%j with weights %j: %s', (written, weights, problem) => {
    expect(memberProblem(written, weights as Record<string, number>)).toBe(problem);
  });
});

import { describe, expect, test } from 'vitest';
import { rowOf, scoresOf } from '../../test/sample-comparison.js';

const TOOK = { cost_usd: 0.00012, latency_ms: 420, tokens: 22 };

describe('the scores of a run', () => {
  test('hold key, source, weight, score and what a reply took of every case, and nothing else of its rows', () => {
    const scores = scoresOf([
      rowOf('one', 0.5, { caseWeight: 2, source: 'a.yaml:3:5' }),
      rowOf('one', null, { repeat: 2 }),
      rowOf('one', 1, { variant: { label: 'hot' } }),
    ]);
    expect(scores.runId).toBe('run-1');
    expect([...scores.cases('mock').values()]).toEqual([
      {
        suite: 'geography',
        suitePath: 'evals/geography.yaml',
        caseId: 'one',
        variant: '',
        source: 'a.yaml:3:5',
        weight: 2,
        repeats: new Map([
          [1, { score: 0.5, measures: TOOK }],
          [2, { score: null }],
        ]),
      },
      expect.objectContaining({ variant: 'hot', repeats: new Map([[1, { score: 1, measures: TOOK }]]) }),
    ]);
  });

  test('names that run together are told apart', () => {
    const scores = scoresOf([rowOf('b', 1, { suite: 'a,' }), rowOf(',b', 1, { suite: 'a' })]);
    expect(scores.cases('mock').size).toBe(2);
  });

  test('of two rows of one trial the later one counts', () => {
    const [found] = scoresOf([rowOf('one', null), rowOf('one', 1)]).cases('mock').values();
    expect(found?.repeats).toEqual(new Map([[1, { score: 1, measures: TOOK }]]));
  });

  test('with a target given, only its scores are kept, and all targets are named', () => {
    const scores = scoresOf([rowOf('one', 1, { target: 'x' }), rowOf('one', 1, { target: 'y' })], 'y');
    expect(scores.targets).toEqual(['x', 'y']);
    expect([scores.cases('x').size, scores.cases('y').size, scores.cases('z').size]).toEqual([0, 1, 0]);
  });

  test('a run without rows has no id and no target', () => {
    const scores = scoresOf([]);
    expect([scores.runId, scores.targets]).toEqual([undefined, []]);
  });
});

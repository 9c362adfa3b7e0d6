import { describe, expect, test } from 'vitest';
import { rowOf, scoresOf } from '../../test/sample-comparison.js';
import type { CaseScores, RunScores } from './run-scores.js';

/** What is known of a case. */
function known(found: CaseScores | undefined) {
  if (found === undefined) return undefined;
  const { suite, suitePath, caseId, variant, source, weight, conversationId, repeats } = found;
  const [scores, costs, times, tokens] = (['score', 'cost_usd', 'latency_ms', 'tokens'] as const).map((name) => found.figures(name));
  return { suite, suitePath, caseId, variant, source, weight, conversationId, repeats, scores, costs, times, tokens };
}

const list = (scores: RunScores, target: string): readonly CaseScores[] => [...scores.cases(target)];

describe('the scores of a run', () => {
  test('hold key, source, weight, score and what a reply took of every case, and nothing else of its rows', () => {
    const scores = scoresOf([
      rowOf('one', 0.5, { caseWeight: 2, source: 'a.yaml:3:5' }),
      rowOf('one', null, { repeat: 2 }),
      rowOf('one', 1, { variant: { label: 'hot' } }),
    ]);
    expect(scores.runId).toBe('run-1');
    expect(list(scores, 'mock').map(known)).toEqual([
      {
        suite: 'geography',
        suitePath: 'evals/geography.yaml',
        caseId: 'one',
        variant: '',
        source: 'a.yaml:3:5',
        weight: 2,
        conversationId: undefined,
        repeats: [1, 2],
        scores: [0.5, null],
        costs: [0.00012, null],
        times: [420, null],
        tokens: [22, null],
      },
      expect.objectContaining({ variant: 'hot', repeats: [1], scores: [1], costs: [0.00012], times: [420], tokens: [22] }),
    ]);
  });

  test('names that run together are told apart', () => {
    const scores = scoresOf([rowOf('b', 1, { suite: 'a,' }), rowOf(',b', 1, { suite: 'a' })]);
    expect(list(scores, 'mock')).toHaveLength(2);
    const suitePath = 'evals/geography.yaml';
    expect(known(scores.find('mock', { suite: 'a', suitePath, caseId: ',b', variant: '' }))).toMatchObject({ suite: 'a', caseId: ',b' });
    expect(scores.find('mock', { suite: 'a', suitePath, caseId: 'b', variant: '' })).toBeUndefined();
  });

  test('of two rows of one trial the later one counts', () => {
    const [found] = list(scoresOf([rowOf('one', null), rowOf('one', 0.25, { repeat: 2 }), rowOf('one', 1)]), 'mock');
    expect(known(found)).toMatchObject({ repeats: [1, 2], scores: [1, 0.25] });
  });

  test('repeats stand in their order, whatever the order of the rows, in columns of any length', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index + 1);
    const rows = numbers.toReversed().flatMap((repeat) => [rowOf('one', repeat / 1000, { repeat }), rowOf('other', 1 - repeat / 1000, { repeat, latencyMs: repeat })]);
    const [one, other] = list(scoresOf(rows), 'mock').map(known);
    expect([one?.repeats, other?.repeats]).toEqual([numbers, numbers]);
    expect(one?.scores).toEqual(numbers.map((repeat) => repeat / 1000));
    expect([other?.scores, other?.times]).toEqual([numbers.map((repeat) => 1 - repeat / 1000), numbers]);
  });

  test('a cost that is not the whole one is not known', () => {
    const [found] = list(scoresOf([rowOf('one', 1, { costIncomplete: true })]), 'mock');
    expect(known(found)).toMatchObject({ costs: [null], tokens: [22] });
  });

  test('with a target given, only its scores are kept, and all targets are named', () => {
    const scores = scoresOf([rowOf('one', 1, { target: 'x' }), rowOf('one', 1, { target: 'y' })], 'y');
    expect(scores.targets).toEqual(['x', 'y']);
    expect(['x', 'y', 'z'].map((target) => list(scores, target).length)).toEqual([0, 1, 0]);
  });

  test('a run without rows has no id and no target', () => {
    const scores = scoresOf([]);
    expect([scores.runId, scores.targets]).toEqual([undefined, []]);
  });
});

import type { PanelConsensus } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineScores } from './combine-scores.js';

const votes = (scores: readonly number[], weights: readonly number[] = []) => scores.map((score, index) => ({ score, weight: weights[index] ?? 1 }));

test.each<[string, PanelConsensus, number[], number]>([
  ['the mean', 'mean', [0, 0.5, 1], 0.5],
  ['the one in the middle', 'median', [1, 0, 0.75], 0.75],
  ['the mean of the two in the middle', 'median', [1, 0, 0.75, 0.25], 0.5],
  ['more than half pass', 'majority', [0.8, 1, 0], 1],
  ['less than half pass', 'majority', [0.79, 1, 0], 0],
  ['half pass', 'majority', [0, 1], 0.5],
  ['one alone passes', 'majority', [0.9], 1],
  ['the lowest', 'min', [0.75, 0.25, 1], 0.25],
])('%s (%s)', (_, consensus, scores, expected) => {
  expect(combineScores(votes(scores), consensus, 0.8)).toBe(expected);
});

test('judges count in the mean by their weights, also by extreme ones', () => {
  expect(combineScores(votes([1, 0], [3, 1]), 'mean', 0.8)).toBe(0.75);
  expect(combineScores(votes([1, 0], [Number.MAX_VALUE, Number.MAX_VALUE]), 'mean', 0.8)).toBe(0.5);
});

test('the limit of a majority is that of the project', () => {
  expect(combineScores(votes([0.75, 0.75, 0]), 'majority', 0.75)).toBe(1);
});

test('whatever the consensus, the score is within those of the judges, or one of 0, 0.5 and 1', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 7 }), fc.constantFrom<PanelConsensus>('mean', 'median', 'majority', 'min'), (scores, consensus) => {
      const combined = combineScores(votes(scores), consensus, 0.8);
      if (consensus === 'majority') expect([0, 0.5, 1]).toContain(combined);
      else {
        expect(combined).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-12);
        expect(combined).toBeLessThanOrEqual(Math.max(...scores) + 1e-12);
      }
    }),
  );
});

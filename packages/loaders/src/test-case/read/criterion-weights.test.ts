import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { criterionWeights } from './criterion-weights.js';

function normalize(weights: readonly (number | undefined)[]) {
  const { context, found } = recordingContext();
  const written = weights.map((weight, index) => ({ name: `c${index}`, weight }));
  return { weights: criterionWeights(context, written, ['rubric']), found };
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

describe('weights of a rubric', () => {
  test.each([
    [[0.8, 0.2], [0.8, 0.2]],
    [[0.1, 0.2, 0.7], [0.1, 0.2, 0.7]],
    [[1], [1]],
    [[1, 0], [1, 0]],
    [[undefined, undefined], [0.5, 0.5]],
    [[undefined], [1]],
    [[0.333, 0.333, 0.333], [1 / 3, 1 / 3, 1 / 3]],
  ])('%j are used as %j, without a word', (written, weights) => {
    expect(normalize(written)).toEqual({ weights, found: [] });
  });

  test.each([
    [[0.7, 0.7], [0.5, 0.5], '1.4'],
    [[0.2, 0.2], [0.5, 0.5], '0.4'],
    [[70, 30], [0.7, 0.3], '100'],
  ])('%j do not add up to 1: used as %j, with a warning that says the sum', (written, weights, sum) => {
    const { weights: used, found } = normalize(written);
    used.forEach((weight, index) => expect(weight).toBeCloseTo(weights[index] ?? 0, 12));
    expect(found).toEqual([
      `warning weight-sum at key rubric: the weights of the rubric add up to ${sum}, not 1; they are used in the same proportions -> change them so that they add up to 1`,
    ]);
  });

  test('what is left of 1 goes to those without a weight, with a warning', () => {
    const { weights, found } = normalize([0.5, undefined, undefined]);
    expect(weights).toEqual([0.5, 0.25, 0.25]);
    expect(found).toEqual([expect.stringMatching(/^warning missing-weight at rubric: "c1", "c2" without a weight: what is left of 1 is used, 0\.25 each/u)]);
  });

  test.each([[[1, undefined], '1'], [[0.8, 0.7, undefined], '1.5']])('%j: nothing is left of 1 (the sum is %s), which is an error', (written, sum) => {
    expect(normalize(written).found).toEqual([expect.stringContaining(`error invalid-field at rubric: "c${written.length - 1}" without a weight: nothing is left for it, the other weights add up to ${sum}`)]);
  });

  test('all 0 is an error', () => {
    expect(normalize([0, 0]).found).toEqual([expect.stringMatching(/^error invalid-field at rubric: all weights of the rubric are 0/u)]);
  });

  test('they always add up to 1, in the proportions that are written', () => {
    const weight = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 30 }), (written) => {
        fc.pre(written.some((value) => value > 0));
        const { weights } = normalize(written);
        expect(sumOf(weights)).toBeCloseTo(1, 8);
        const largest = written.indexOf(Math.max(...written));
        written.forEach((value, index) => {
          const share = value / (written[largest] ?? 1);
          expect((weights[index] ?? 0) / (weights[largest] ?? 1)).toBeCloseTo(share, 8);
        });
      }),
    );
  });
});

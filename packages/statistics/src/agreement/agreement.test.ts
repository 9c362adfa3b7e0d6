import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { classificationFigures } from './classification.js';
import { cohenKappa, type KappaWeights } from './cohen-kappa.js';
import { kappaInterval } from './kappa-interval.js';
import { krippendorffAlpha, krippendorffInterval, type AlphaMetric, type RatedUnit } from './krippendorff-alpha.js';

interface Reference {
  readonly kappas: (Record<KappaWeights, number> & { table: number[][] })[];
  readonly alphas: (Record<AlphaMetric, number> & { units: RatedUnit[] })[];
}
const { kappas, alphas } = readReference<Reference>('estimators');
const METRICS = ['nominal', 'ordinal', 'interval'] as const;

describe("Cohen's kappa", () => {
  test('as over lists of single ratings', () => {
    expect(kappas).toHaveLength(3);
    for (const { table, ...expected } of kappas) {
      for (const weights of ['none', 'linear', 'quadratic'] as const) expectNear(cohenKappa(table, weights) ?? -9, expected[weights], weights);
    }
  });

  test('null where there is nothing to agree on', () => {
    expect([cohenKappa([]), cohenKappa([[0, 0], [0, 0]]), cohenKappa([[5, 0], [0, 0]])]).toEqual([null, null, null]);
    expect([cohenKappa([[2, 0], [0, 2]]), cohenKappa([[0, 2], [2, 0]])]).toEqual([1, -1]);
  });
});

describe("the interval of Cohen's kappa", () => {
  const clusters = (table: readonly (readonly number[])[]) =>
    table.flatMap((row, first) => row.flatMap((count, second) => Array.from({ length: count }, () => [0, 1].map((a) => [0, 1].map((b) => (a === first && b === second ? 1 : 0))))));

  test('raters that never differed are not sure never to differ, the less the fewer ratings there are', () => {
    const [few, many] = [kappaInterval(clusters([[4, 0], [0, 1]])), kappaInterval(clusters([[80, 0], [0, 40]]))];
    expect([few?.high, many?.high]).toEqual([1, 1]);
    expect(few?.low).toBeLessThan(0.3);
    expect(many?.low).toBeGreaterThan(0.9);
    expect(many?.low).toBeLessThan(0.99);
  });

  test('one that always says the same may yet say something: 0 is no certainty', () => {
    const found = kappaInterval(clusters([[9, 0], [6, 0]]));
    expect(found?.low).toBeLessThan(-0.05);
    expect(found?.high).toBeGreaterThan(0.05);
  });

  test('ratings of one cluster are one, and the scale of weights says nothing', () => {
    const each = clusters([[20, 3], [4, 13]]);
    const alone = kappaInterval(each);
    expect(kappaInterval(each.map((table) => table.map((row) => row.map((weight) => 1000 * weight))))).toEqual(alone);
    const tenfold = kappaInterval(each.map((table) => table.map((row) => row.map((weight) => 10 * weight))));
    expect(tenfold).toEqual(alone);
    const together = kappaInterval([[[20, 3], [4, 13]]]);
    expect(together?.low).toBeLessThan((alone?.low ?? 0) - 0.2);
  });

  test('there is none where nothing varies; what cannot be is refused', () => {
    expect([kappaInterval([]), kappaInterval(clusters([[5, 0], [0, 0]]))]).toEqual([null, null]);
    expect(() => kappaInterval([[[1, 2]]])).toThrow(RangeError);
    expect(() => kappaInterval([[[1, 0], [0, 1]], [[1]]])).toThrow('the number of rows of a table is 1; allowed: 2');
    expect(() => kappaInterval([[[1, 0], [0, -1]]])).toThrow('table[1][1] is -1');
    expect(() => kappaInterval([], { level: 1 })).toThrow('level is 1');
  });
});

describe("Krippendorff's alpha", () => {
  test('as from the coincidence matrix, with ratings missing', () => {
    expect(alphas).toHaveLength(2);
    for (const { units, ...expected } of alphas) {
      for (const metric of METRICS) expectNear(krippendorffAlpha(units, metric) ?? -9, expected[metric], metric);
    }
  });

  test('the example that Krippendorff gives', () => {
    const found = METRICS.map((metric) => krippendorffAlpha(alphas[0]?.units ?? [], metric)?.toFixed(3));
    expect(found).toEqual(['0.743', '0.815', '0.849']);
  });

  test('the interval holds it, is the same for a seed, and wider at a higher level', () => {
    for (const { units } of alphas) {
      for (const metric of METRICS) {
        const alpha = krippendorffAlpha(units, metric) ?? Number.NaN;
        const interval = krippendorffInterval(units, { metric, rounds: 400 });
        expect(interval?.low).toBeLessThan(alpha);
        expect(interval?.high).toBeGreaterThan(alpha);
        expect(krippendorffInterval(units, { metric, rounds: 400 })).toEqual(interval);
        expect(krippendorffInterval(units, { metric, rounds: 400, level: 0.99 })?.low).toBeLessThanOrEqual(interval?.low ?? 0);
      }
    }
  });

  test('null without variation or pairs', () => {
    for (const metric of METRICS) {
      for (const units of [[], [[0.1, 0.1], [0.1, 0.1, null]], [[1, null], [2, undefined]]]) {
        expect([krippendorffAlpha(units, metric), krippendorffInterval(units, { metric })]).toEqual([null, null]);
      }
    }
  });

  test('100,000 different ratings are no matter of minutes', () => {
    const units = Array.from({ length: 50_000 }, (_, index) => [index / 50_000, (index + 0.5) / 50_000]);
    for (const metric of METRICS) expect(krippendorffAlpha(units, metric)).toBeLessThanOrEqual(1);
  });
});

describe('classification', () => {
  test('figures by label, and their means', () => {
    const found = classificationFigures(['a', 'a', 'a', 'b', 'b', 'c'], ['a', 'a', 'b', 'b', 'a', 'b']);
    expect(found.confusion).toEqual([[2, 1, 0], [1, 1, 0], [0, 1, 0]]);
    expect(found.labels).toEqual([
      { label: 'a', support: 3, predicted: 3, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
      { label: 'b', support: 2, predicted: 3, precision: 1 / 3, recall: 0.5, f1: 0.4 },
      { label: 'c', support: 1, predicted: 0, precision: null, recall: 0, f1: 0 },
    ]);
    expect(found.accuracy).toBe(0.5);
    expect(found.macro).toEqual({ precision: 0.5, recall: (2 / 3 + 0.5) / 3, f1: (2 / 3 + 0.4) / 3 });
    expect(found.micro).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  test('a label that is neither true nor said has no figures, and takes nothing from the means', () => {
    const { labels, macro } = classificationFigures(['x'], ['x'], ['never', 'x']);
    expect(labels[0]).toEqual({ label: 'never', support: 0, predicted: 0, precision: null, recall: null, f1: null });
    expect(macro).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(classificationFigures([], [])).toMatchObject({ accuracy: null, macro: { f1: null }, labels: [] });
  });
});

test.each([
  [() => cohenKappa([[1, 2]]), 'the number of columns in row 0 is 2; allowed: 1, one for each value'],
  [() => cohenKappa(Array(2)), 'table[0] is undefined; allowed: an array'],
  [() => kappaInterval([Array(2)]), 'table[0] is undefined; allowed: an array'],
  [() => cohenKappa([[-1]]), 'table[0][0] is -1; allowed: a number from 0 to 1.7976931348623157e+308'],
  [() => krippendorffAlpha([[1, Number.NaN]]), 'a rating is NaN; allowed: finite numbers, or null'],
  [() => classificationFigures(['a'], []), 'the number of predictions is 0; allowed: 1, one for each value'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});

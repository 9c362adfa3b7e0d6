import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { createRandom } from '../chance/random.js';
import { calibrationError } from './calibration-error.js';
import { predictionPowered, predictionPoweredDifference, type JudgedItem } from './prediction-powered.js';
import { roganGladen } from './rogan-gladen.js';

interface Reference {
  readonly corrected_rates: { counts: [number, number, number, number, number, number]; estimate: number; low: number; high: number }[];
  readonly powered: { judged: number[]; labels: (number | null)[]; lambda: number; estimate: number; error: number };
}
const { corrected_rates: corrected, powered } = readReference<Reference>('estimators');

describe('Rogan and Gladen', () => {
  test('the set of rates, as a general optimizer finds it', () => {
    expect(corrected).toHaveLength(5);
    for (const { counts, estimate, low, high } of corrected) {
      const [passed, verdicts, truePassed, trueLabels, falseFailed, falseLabels] = counts;
      const found = roganGladen({ passed, verdicts, truePassed, trueLabels, falseFailed, falseLabels });
      expectNear(found.estimate ?? -1, estimate, 'estimate');
      expect(Math.abs(found.low - low), `low of ${counts.join(' ')}: ${found.low}, not ${low}`).toBeLessThan(2e-5);
      expect(Math.abs(found.high - high), `high of ${counts.join(' ')}: ${found.high}, not ${high}`).toBeLessThan(2e-5);
    }
  });

  test('a perfect judge leaves the rate as it is', () => {
    const found = roganGladen({ passed: 80, verdicts: 100, truePassed: 1e6, trueLabels: 1e6, falseFailed: 1e6, falseLabels: 1e6 });
    expectNear(found.estimate ?? -1, 0.8, 'estimate');
    expect(found.low).toBeGreaterThan(0.7);
    expect(found.high).toBeLessThan(0.9);
  });

  test.each([
    ['no labels', { truePassed: 0, trueLabels: 0, falseFailed: 0, falseLabels: 0 }],
    ['one kind of labels', { truePassed: 20, trueLabels: 20, falseFailed: 0, falseLabels: 0 }],
    ['a judge that passes everything', { truePassed: 20, trueLabels: 20, falseFailed: 0, falseLabels: 20 }],
    ['a judge that may pass everything', { truePassed: 18, trueLabels: 20, falseFailed: 3, falseLabels: 20 }],
    ['a judge that has it backwards', { truePassed: 2, trueLabels: 20, falseFailed: 2, falseLabels: 20 }],
  ])('%s: nothing to correct with', (_name, labels) => {
    const found = roganGladen({ passed: 60, verdicts: 100, ...labels });
    expect(found).toMatchObject({ estimate: null, correctable: false });
    expect(found.low).toBeLessThanOrEqual(found.high);
  });
});

describe('Rogan and Gladen with labels of one kind alone, or none', () => {
  const none = { truePassed: 0, trueLabels: 0, falseFailed: 0, falseLabels: 0 };

  test.each([0, 1, 50, 99, 100])('no label speaks against any rate: %d of 100 passed', (passed) => {
    expect(roganGladen({ passed, verdicts: 100, ...none })).toEqual({ estimate: null, low: 0, high: 1, correctable: false });
  });

  // Nobody knows how many true passes the judge passes: all that it passed may be half of them, or be fails that it took for passes.
  test('a judge that passes hardly any fail, and may miss any part of what passes', () => {
    const found = roganGladen({ passed: 50, verdicts: 100, ...none, falseFailed: 1000, falseLabels: 1000 });
    expect(found.high).toBe(1);
    expect(found.low).toBeGreaterThan(0.39);
    expect(found.low).toBeLessThan(0.42);
  });

  test('a judge that passes nearly all that passes, and may take any fail for a pass', () => {
    const found = roganGladen({ passed: 50, verdicts: 100, ...none, truePassed: 1000, trueLabels: 1000 });
    expect(found.low).toBe(0);
    expect(found.high).toBeGreaterThan(0.58);
    expect(found.high).toBeLessThan(0.61);
  });
});

/** Items of which some are labelled, judged by a judge that errs. */
function judgedItems(seed: number, items: number, labels: number): JudgedItem[] {
  const random = createRandom(seed);
  return Array.from({ length: items }, (_, index) => {
    const truth = random.unit() < 0.7 ? 1 : 0;
    const passes = random.unit() < (truth === 1 ? 0.98 : 0.4);
    return { judged: passes ? 1 : 0, label: index < labels ? truth : null, chance: labels / items };
  });
}

describe('prediction-powered mean', () => {
  test('estimate and width are those of the closed formula, nearly', () => {
    const items = powered.judged.map((judged, index): JudgedItem => ({ judged, label: powered.labels[index] ?? null, chance: 0.3 }));
    const found = predictionPowered(items);
    expect(Math.abs((found?.estimate ?? 9) - powered.estimate)).toBeLessThan(0.01);
    expect(Math.abs((found?.lambda ?? 9) - powered.lambda)).toBeLessThan(0.1);
    const half = 1.96 * powered.error;
    expect((found?.high ?? 9) - (found?.low ?? 0)).toBeGreaterThan(2 * half);
    expect((found?.high ?? 9) - (found?.low ?? 0)).toBeLessThan(3 * half);
    expect(found).toMatchObject({ clusters: 400, labelledClusters: 120 });
  });

  test('a lenient judge: the raw mean is outside of the interval, the truth inside', () => {
    const found = predictionPowered(judgedItems(3, 2000, 200));
    expect(found?.raw).toBeGreaterThan(found?.high ?? 1);
    expect(found?.low).toBeLessThan(0.7);
    expect(found?.high).toBeGreaterThan(0.7);
  });

  test('holds the truth where the judge is wrong on a few items that outweigh the others, which lots may pass by', () => {
    const [draws, items, labels, heavy] = [400, 100, 40, 4];
    // All light ones are right and said to be; the heavy ones are said to be right, and are not.
    const truth = (items - heavy) / (items - heavy + 20 * heavy);
    const random = createRandom(8);
    let held = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const order = Array.from({ length: items }, (_, index) => ({ index, by: random.unit() })).toSorted((one, other) => one.by - other.by);
      const found = predictionPowered(order.map(({ index }, place): JudgedItem => ({ judged: 1, label: place < labels ? Number(index >= heavy) : null, chance: labels / items, weight: index < heavy ? 20 : 1 })));
      if (found && found.low <= truth && truth <= found.high) held += 1;
    }
    expect(held / draws).toBeGreaterThan(0.95);
  });

  test('knows how heavy an item is that the judge lost: as wide as if it stood at either end, and in no mean', () => {
    const items = Array.from({ length: 60 }, (_, index): JudgedItem => ({ judged: 1, label: index < 40 ? 1 : null, chance: 2 / 3 }));
    const [whole, lost, light] = [predictionPowered(items), predictionPowered([...items, { judged: null, weight: 20 }]), predictionPowered([...items, { judged: null }])];
    expect(lost).toMatchObject({ estimate: 1, raw: 1, high: 1, clusters: 60, labelledClusters: 40 });
    expect(lost?.low).toBeLessThan(0.75);
    expect(light).toEqual(whole);
    // Of a cluster a part may be lost: the rest is in the mean.
    const parts = items.map((item, cluster) => ({ ...item, cluster }));
    expect(predictionPowered([...parts, { judged: null, cluster: 3, weight: 20 }])?.low).toBeLessThan(0.75);
    expect(predictionPoweredDifference([...items, { judged: null }], [...items, { judged: 0 }])).toEqual(predictionPoweredDifference(items, items));
  });

  test('where all have a label, the estimate is their mean, and the judge counts for nothing', () => {
    const items = judgedItems(9, 45, 45);
    const mean = items.reduce((sum, { label }) => sum + (label ?? 0), 0) / items.length;
    expect(predictionPowered(items)).toMatchObject({ estimate: mean, lambda: 0 });
  });

  test('a useless judge counts for nothing, a perfect one for all', () => {
    const items = judgedItems(5, 500, 100);
    const useless = predictionPowered(items.map((item, index) => ({ ...item, judged: index % 2 })));
    expect(useless?.lambda).toBeLessThan(0.2);
    const perfect = predictionPowered(items.map((item) => ({ ...item, judged: item.label ?? item.judged })));
    expect(perfect?.lambda).toBe(1);
    expect(perfect?.estimate).toBe(perfect?.raw);
  });

  test('labels that were picked more often weigh less', () => {
    // Fails are labelled always, passes one time in ten: unweighted labels would say 0.5.
    const items = Array.from({ length: 440 }, (_, index): JudgedItem => {
      const truth = index < 400 ? 1 : 0;
      return { judged: 0.5, label: truth === 0 || index % 10 === 0 ? truth : null, chance: truth === 0 ? 1 : 0.1 };
    });
    expectNear(predictionPowered(items)?.estimate ?? -1, 400 / 440, 'estimate');
  });

  test('repeats of a case are one observation', () => {
    const items = judgedItems(7, 60, 60);
    const repeated = items.flatMap((item, index) => Array.from({ length: 5 }, () => ({ ...item, cluster: index })));
    const [once, five] = [predictionPowered(items), predictionPowered(repeated)];
    expectNear(five?.low ?? -1, once?.low ?? -2, 'low', 1e-8);
    expectNear(five?.high ?? -1, once?.high ?? -2, 'high', 1e-8);
  });

  test('too few labels correct nothing', () => {
    expect(predictionPowered(judgedItems(1, 100, 29))).toBeNull();
    expect(predictionPowered(judgedItems(1, 100, 30))).not.toBeNull();
    expect(predictionPowered([])).toBeNull();
  });

  test('a difference between two runs', () => {
    const before = judgedItems(9, 400, 200);
    const after = before.map((item, index) => ({ judged: index % 4 === 0 ? 0 : item.judged, label: index % 4 === 0 ? 0 : item.label }));
    const found = predictionPoweredDifference(before, after);
    const truth = -before.reduce((sum, { label }, index) => sum + (index % 4 === 0 ? (label ?? 0) : 0), 0) / 200;
    expect(found?.low).toBeLessThan(truth);
    expect(found?.high).toBeGreaterThan(truth);
    expect(found?.high).toBeLessThan(0);
  });
});

describe('calibration error', () => {
  test('a confidence at an end lies in the bin that ends there, whatever the product with the number of bins is rounded to', () => {
    for (let bins = 1; bins <= 120; bins += 1) {
      for (let end = 1; end <= bins; end += 1) {
        const filled = calibrationError([end / bins], [1], bins).bins.filter(({ count }) => count > 0);
        expect(filled.map(({ high }) => high), `${end}/${bins}`).toEqual([end / bins]);
      }
    }
  });

  test('bins and errors', () => {
    const { ece, largest, bins } = calibrationError([0, 0.05, 0.1, 0.95, 1], [0, 0, 1, 1, 0], 10);
    expectNear(ece ?? -1, 3 / 5 * Math.abs(1 / 3 - 0.05) + 2 / 5 * Math.abs(0.5 - 0.975), 'ece');
    expectNear(largest ?? -1, 0.475, 'largest');
    expect(bins).toHaveLength(10);
    expect(bins[0]).toMatchObject({ low: 0, high: 0.1, count: 3 });
    expect(bins[5]).toEqual({ low: 0.5, high: 0.6, count: 0, confidence: null, accuracy: null });
    expect(calibrationError([], [])).toMatchObject({ ece: null, largest: null });
    expect(calibrationError([], []).bins).toHaveLength(15);
  });
});

test.each([
  [() => roganGladen({ passed: 2, verdicts: 1, truePassed: 0, trueLabels: 0, falseFailed: 0, falseLabels: 0 }), 'passed is 2; allowed: a number from 0 to 1'],
  [() => predictionPowered([{ judged: 2 }]), 'items[0].judged is 2; allowed: a number from 0 to 1'],
  [() => predictionPowered([{ judged: 1, label: 1, chance: 0 }]), 'items[0].chance is 0; allowed: a number from 5e-324 to 1'],
  [() => predictionPoweredDifference([{ judged: 1 }], []), 'the number of items after is 0; allowed: 1, one for each value'],
  [() => calibrationError([1.5], [1]), 'confidences[0] is 1.5; allowed: a number from 0 to 1'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});

test.each([
  ['more passes than passes alone would bring', 190, true],
  ['less than fails alone would', 2, true],
  ['as many as chance makes of passes alone', 145, undefined],
  ['as many as chance makes of fails alone', 14, undefined],
])('Rogan and Gladen, %s', (_, passed, contradicted) => {
  const found = roganGladen({ passed, verdicts: 200, truePassed: 70, trueLabels: 100, falseFailed: 90, falseLabels: 100 });
  expect(found.contradicted).toBe(contradicted);
  expect(found.correctable).toBe(true);
});

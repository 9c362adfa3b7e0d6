import { expect, test } from 'vitest';
import { clopperPearson, gaffkeRatio } from '../index.js';
import { labelIntervals, meanOfFiguresInterval } from './label-intervals.js';

const HIT = { support: 1, predicted: 1, hits: 1 };
const MISSED = { support: 1, predicted: 0, hits: 0 };
const WRONG = { support: 0, predicted: 1, hits: 0 };

test('rates of a label are those of Clopper and Pearson, and F1 the mean of hits that weigh twice', () => {
  const found = labelIntervals([HIT, HIT, HIT, MISSED, WRONG, WRONG]);
  expect(found.precision).toEqual(clopperPearson(3, 5));
  expect(found.recall).toEqual(clopperPearson(3, 4));
  const plain = gaffkeRatio([2, 2, 2, 0, 0, 0], [2, 2, 2, 1, 1, 1], {});
  expect(found.f1?.low).toBeCloseTo(plain.low, 9);
  expect(found.f1?.high).toBeCloseTo(plain.high, 9);
});

test('what was never right may weigh twice all the same; what never was has no interval', () => {
  expect(labelIntervals([MISSED, WRONG, MISSED]).f1?.high).toBeGreaterThan(gaffkeRatio([0, 0, 0], [1, 1, 1], {}).high);
  expect(labelIntervals([MISSED])).toMatchObject({ precision: null, recall: { low: 0 } });
  expect(labelIntervals([])).toEqual({ precision: null, recall: null, f1: null });
});

test('a mean of figures is off by the root of the squares, and by all of it where they hang together', () => {
  const [values, intervals] = [[0.5, 0.5], [{ low: 0.2, high: 0.9 }, { low: 0.1, high: 0.8 }]] as const;
  const apart = meanOfFiguresInterval(values, intervals, 1);
  expect([apart.low, apart.high]).toEqual([expect.closeTo(0.5 - 0.25, 12), expect.closeTo(0.5 + 0.25, 12)]);
  expect(meanOfFiguresInterval(values, intervals, 9)).toEqual({ low: expect.closeTo(0.15, 12), high: expect.closeTo(0.85, 12) });
  expect(meanOfFiguresInterval([0.5], [{ low: 0.2, high: 0.9 }], 2)).toEqual({ low: expect.closeTo(0.2, 12), high: expect.closeTo(0.9, 12) });
});

test.each([
  [() => labelIntervals([], 1), 'level is 1'],
  [() => meanOfFiguresInterval([], [], 1), 'the number of figures is 0'],
  [() => meanOfFiguresInterval([0], [{ low: 0, high: 1 }], 0), 'shared is 0'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(message);
});

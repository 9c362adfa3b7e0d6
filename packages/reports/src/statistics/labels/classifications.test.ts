import type { EvaluatorResult } from '@assay/schema';
import { classificationFigures } from '@assay/statistics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClassifications } from './classifications.js';

const result = (expected: string, said: string | null, name = 'label'): EvaluatorResult => ({
  name, type: 'label', weight: 1, score: said === expected ? 1 : 0, details: { expected, said },
});

function counted(decisions: readonly (readonly [expected: string, said: string | null, confidence?: number])[]) {
  const labels = createClassifications();
  for (const [index, [expected, said, confidence]] of decisions.entries()) labels.add({ caseId: `c${index}`, evaluators: [result(expected, said)], ...(confidence === undefined ? {} : { confidence }) });
  return labels.value()?.[0];
}

/** The figures alone. */
const withoutIntervals = (found: unknown): unknown => JSON.parse(JSON.stringify(found, (key, value: unknown) => (key.endsWith('Interval') ? undefined : value)));

describe('figures of labels', () => {
  test('which were true, said, and taken for which', () => {
    const found = counted([['a', 'a', 0.9], ['a', 'b', 0.6], ['b', 'b', 0.9], ['b', 'b', 1], ['c', null]]);
    expect(withoutIntervals(found)).toEqual({
      evaluator: 'label',
      items: 5,
      labels: [
        { label: 'a', support: 2, predicted: 1, precision: 1, recall: 0.5, f1: 2 / 3 },
        { label: 'b', support: 2, predicted: 3, precision: 2 / 3, recall: 1, f1: 0.8 },
        { label: 'c', support: 1, predicted: 0, precision: null, recall: 0, f1: 0 },
        { label: '', kind: 'none', support: 0, predicted: 1, precision: 0, recall: null, f1: 0 },
      ],
      confusion: [[1, 1, 0, 0], [0, 2, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]],
      accuracy: 0.6,
      // Clopper and Pearson's of 3 of 5.
      interval: { low: expect.closeTo(0.146633, 6), high: expect.closeTo(0.947255, 6), level: 0.95, clusters: 5, method: 'clopper_pearson' },
      macro: { precision: expect.closeTo(5 / 6, 12), recall: 0.5, f1: expect.closeTo((2 / 3 + 0.8) / 3, 12) },
      absent: 0,
      micro: { precision: 0.75, recall: 0.6, f1: 6 / 9 },
      calibration: {
        items: 4,
        // Two at 0.9, both right; one at 0.6, wrong; one at 1, right.
        ece: expect.closeTo((0.2 + 0.6 + 0) / 4, 12),
        largest: expect.closeTo(0.6, 12),
        bins: [
          { low: 8 / 15, high: 9 / 15, count: 1, confidence: 0.6, accuracy: 0 },
          { low: 13 / 15, high: 14 / 15, count: 2, confidence: expect.closeTo(0.9, 12), accuracy: 1 },
          { low: 14 / 15, high: 1, count: 1, confidence: 1, accuracy: 1 },
        ],
      },
    });
  });

  test('lists of labels that are as long as each other are all listed, in any order of rows', () => {
    const rows = [['anger', 'joy', 'fear'], ['billing', 'shipping', 'returns'], ['anger', 'joy', 'fear']].map((labels, index) => ({ caseId: `c${index}`, evaluators: [{ ...result(labels[0] ?? '', labels[0] ?? ''), details: { expected: labels[0] ?? '', said: labels[0] ?? '', labels } }] }));
    for (const order of [rows, rows.toReversed()]) {
      const found = createClassifications();
      for (const one of order) found.add(one);
      expect(found.value()?.[0]).toMatchObject({ labels: ['anger', 'billing', 'fear', 'joy', 'returns', 'shipping'].map((label) => ({ label })), absent: 4 });
    }
  });

  test('replies to one case, and the cases of one conversation, are one observation of how often it is right', () => {
    const labels = createClassifications();
    for (const caseId of ['a', 'a', 'b', 'c']) labels.add({ caseId, ...(caseId === 'a' ? {} : { conversationId: 'talk' }), evaluators: [result('x', 'x')] });
    expect(labels.value()?.[0]).toMatchObject({ accuracy: 1, items: 4, interval: { clusters: 2, method: 'gaffke' } });
  });

  test('precision and recall have the interval of a rate where each case has one reply; F1 and means over labels have theirs', () => {
    const found = counted([...Array.from({ length: 9 }, () => ['a', 'a'] as const), ['a', 'b'], ['b', 'b'], ['b', 'b']]);
    const [a, b] = found?.labels ?? [];
    // Clopper and Pearson's of 9 of 10 and of 9 of 9.
    expect(a?.recallInterval).toEqual({ low: expect.closeTo(0.554984, 5), high: expect.closeTo(0.997471, 5), level: 0.95 });
    expect(a?.precisionInterval).toEqual({ low: expect.closeTo(0.663733, 5), high: 1, level: 0.95 });
    expect(b?.f1).toBe(0.8);
    expect(b?.f1Interval?.low).toBeLessThan(0.5);
    expect(found?.macro.f1Interval?.low).toBeLessThan(found?.macro.f1 ?? 0);
    expect(found?.micro.f1Interval).toMatchObject({ low: expect.closeTo(found?.interval?.low ?? 9, 2), level: 0.95 });
  });

  test('repeats of a case say no more of F1 than it does, and of many cases the order changes nothing', () => {
    const once = createClassifications();
    const again = createClassifications();
    for (const [caseId, said] of [['a', 'x'], ['b', 'x'], ['c', 'y']] as const) {
      once.add({ caseId, evaluators: [result('x', said)] });
      for (let repeat = 0; repeat < 30; repeat += 1) again.add({ caseId, evaluators: [result('x', said)] });
    }
    const [width, repeated] = [once, again].map((each) => each.value()?.[0]?.labels[0]?.f1Interval).map((interval) => (interval?.high ?? 0) - (interval?.low ?? 0));
    expect(repeated).toBeCloseTo(width ?? 0, 6);
    const many = Array.from({ length: 3000 }, (_, index) => ({ caseId: `c${index}`, evaluators: [result(index % 3 === 0 ? 'x' : 'y', index % 5 === 0 ? 'x' : 'y')] }));
    const [forwards, backwards] = [many, many.toReversed()].map((rows) => {
      const labels = createClassifications();
      for (const row of rows) labels.add(row);
      return labels.value();
    });
    expect(backwards).toEqual(forwards);
    const { low = 0, high = 1 } = forwards?.[0]?.macro.f1Interval ?? {};
    expect(high - low).toBeLessThan(0.08);
  });

  test('more than 200 labels share a place, which stays out of the macro mean and is right where it is', () => {
    const found = counted([...Array.from({ length: 200 }, (_, index) => [`l${index}`, `l${index}`] as const), ['x', 'x'], ['y', 'x'], ['l0', 'z']]);
    expect(found?.labels).toHaveLength(201);
    expect(found?.labels.at(-1)).toMatchObject({ kind: 'other', support: 2, predicted: 3, precision: 1 / 3, recall: 0.5 });
    expect(found?.accuracy).toBe(201 / 203);
    expect(found?.macro.f1).toBeCloseTo((199 + 2 / 3) / 200, 12);
    expect(found?.confusion.at(-1)?.at(-1)).toBe(2);
  });

  test('a label that was neither true nor said has no F1, and is counted', () => {
    const labels = createClassifications();
    labels.add({ caseId: 'a', evaluators: [{ ...result('a', 'a'), details: { expected: 'a', said: 'a', labels: ['a', 'b'] } }] });
    expect(labels.value()?.[0]).toMatchObject({ macro: { f1: 1 }, absent: 1, labels: [{ label: 'a', f1: 1 }, { label: 'b', support: 0, predicted: 0, f1: null }] });
  });

  test('evaluators of several names are told apart; what was not scored, and other evaluators, do not count', () => {
    const labels = createClassifications();
    labels.add({ caseId: 'a', evaluators: [result('a', 'a', 'two'), result('a', 'b', 'one'), { ...result('a', 'a'), score: null }, { ...result('a', 'a'), type: 'exact_match' }] });
    expect(labels.value()?.map(({ evaluator, items, accuracy }) => [evaluator, items, accuracy])).toEqual([['one', 1, 0], ['two', 1, 1]]);
    expect(createClassifications().value()).toBeUndefined();
  });

  test('whatever the labels, it is what the arithmetic over whole lists gives', () => {
    const label = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1, maxLength: 40 }), (pairs) => {
        const expected = classificationFigures(pairs.map(([truth]) => truth), pairs.map(([, said]) => said));
        const found = counted(pairs);
        expect(found?.accuracy).toBe(expected.accuracy);
        expect(found?.macro.f1).toBeCloseTo(expected.macro.f1 ?? Number.NaN, 12);
        expect(found?.micro.f1).toBeCloseTo(expected.micro.f1 ?? Number.NaN, 12);
        for (const figures of expected.labels) expect(withoutIntervals(found?.labels)).toContainEqual(figures);
        for (const { f1, f1Interval, precision, precisionInterval, recall, recallInterval } of [...(found?.labels ?? []), ...(found ? [found.macro, found.micro] : [])]) {
          for (const [value, interval] of [[f1, f1Interval], [precision, precisionInterval], [recall, recallInterval]] as const) {
            expect(interval === undefined).toBe(value === null);
            expect(interval === undefined || (0 <= interval.low && interval.low <= (value ?? 0) + 1e-9 && (value ?? 0) <= interval.high + 1e-9 && interval.high <= 1)).toBe(true);
          }
        }
      }),
    );
  });
});

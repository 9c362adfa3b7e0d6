import { describe, expect, test } from 'vitest';
import { of, row, summed, type Vote } from '../../../test/judged-rows.js';

describe('judges of a run', () => {
  test('one alone shows nothing of agreement', () => {
    expect(summed([row('a', of(1)), row('b', of(0))])).toBeUndefined();
  });

  test('lean against the mean of the others, on what others scored', () => {
    const found = summed([row('a', of(1, 0.5, 0)), row('b', of(1, null, 1)), row('c', of(0.5, null, null))]);
    expect(found?.judges).toEqual([
      { id: 'j0', model: 'm0', asked: 3, lost: 0, mean: 2.5 / 3, lean: 0.375, meanInterval: expect.any(Object), leanInterval: expect.any(Object), shared: 2 },
      { id: 'j1', model: 'm1', asked: 3, lost: 2, mean: 0.5, lean: 0, meanInterval: expect.any(Object), leanInterval: expect.any(Object), shared: 1 },
      { id: 'j2', model: 'm2', asked: 3, lost: 1, mean: 0.5, lean: -0.375, meanInterval: expect.any(Object), leanInterval: expect.any(Object), shared: 2 },
    ]);
    expect(found?.agreement?.questions).toBe(2);
    const once = summed(Array.from({ length: 20 }, (_, index) => row(`c${index}`, of(1, index % 2))))?.judges[0];
    expect(once).toMatchObject({ lean: 0.5, leanInterval: { level: 0.95 } });
    const { low = -1, high = 1 } = once?.leanInterval ?? {};
    expect([low > 0, low < 0.5, high > 0.5, high < 0.8]).toEqual([true, true, true, true]);
    // Clopper and Pearson's of 10 of 20 and of 20 of 20.
    const means = summed(Array.from({ length: 20 }, (_, index) => row(`c${index}`, of(1, index % 2))))?.judges.map(({ meanInterval }) => meanInterval);
    expect(means).toEqual([
      { low: expect.closeTo(0.831566, 5), high: 1, level: 0.95, clusters: 20, method: 'clopper_pearson' },
      { low: expect.closeTo(0.271957, 5), high: expect.closeTo(0.728043, 5), level: 0.95, clusters: 20, method: 'clopper_pearson' },
    ]);
    // Twenty questions about one case say no more than one of them.
    const [alone] = summed(Array.from({ length: 20 }, (_, index) => row('c', of(1, index % 2))))?.judges ?? [];
    expect(alone?.leanInterval?.low).toBeLessThan(-0.5);
    expect(alone?.meanInterval).toMatchObject({ clusters: 1, method: 'gaffke' });
  });

  test('the criteria on which they are furthest apart come first', () => {
    const found = summed([row('a', of(1, 0.5), 'Is kind'), row('b', of(1, 1), 'Is kind'), row('c', of(0, 1), 'Is brief'), row('d', of(1, 1), 'Is right')]);
    expect(found?.disputed.map(({ criterion, spread, questions }) => [criterion, spread, questions])).toEqual([['Is brief', 1, 1], ['Is kind', 0.25, 2]]);
  });

  test('scores that do not vary have no alpha; those of one case no interval', () => {
    expect(summed([row('a', of(1, 1)), row('b', of(1, 1))])?.agreement).toEqual({ alpha: null, questions: 2 });
    expect(summed([row('a', of(1, 0)), row('a', of(1, 1))])?.agreement).toEqual({ alpha: expect.any(Number), questions: 2 });
  });

  test('a backup and a judge that is asked first are no raters; one that is asked in both orders is one', () => {
    const found = summed([row('a', [{ score: 1, stage: 'first' }, { score: 0 }, { score: 1 }]), row('b', [{ score: null }, { score: null }, { score: 1, backup: true }]), row('c', [{ id: 'x', score: 1 }, { id: 'x', score: 0 }, { id: 'y', score: 0.5 }])]);
    expect(found?.agreement).toMatchObject({ questions: 2 });
    expect(found?.disputed).toMatchObject([{ spread: 0.5 }]);
  });
});

test('a judge of compared replies that answered in one order alone gave no answer', () => {
  const both = (id: string, first: number | null, second: number | null): Vote[] => [{ id, score: first }, { id, score: second }];
  const found = summed([row('a', [...both('fair', 1, 1), ...both('led', 1, null)]), row('b', [...both('fair', 1, 1), ...both('led', 1, 0)])]);
  expect(found?.judges).toMatchObject([{ id: 'fair', asked: 2, lost: 0, mean: 1 }, { id: 'led', asked: 2, lost: 1, mean: 0.5, lean: -0.5, shared: 1 }]);
  expect(found?.agreement).toMatchObject({ questions: 1 });
});

describe('a judge that is asked first', () => {
  const alone = (caseId: string, score: number) => row(caseId, [{ score, stage: 'first' }]);
  const audited = (caseId: string, score: number, panelScore: number | null) => row(caseId, [{ score, stage: 'first', panelScore }, { score: panelScore, stage: 'audit' }]);

  test('is held against the panel where it was sure', () => {
    const rows = [alone('a', 0), row('b', [{ score: 0.75, stage: 'first' }, { score: 1 }]), audited('c', 0, 0.25), audited('d', 0.5, 1), audited('e', 0.5, null)];
    const found = summed(rows)?.cascade;
    expect(found?.differenceInterval?.low).toBeLessThan(-0.5);
    expect(found?.differenceInterval?.high).toBeGreaterThan(0);
    expect(found).toMatchObject({ asked: 5, escalated: 1, audited: 2, disagreed: 1, difference: -0.375, disagreement: { rate: 0.5, interval: { method: 'clopper_pearson', clusters: 2 } } });
  });

  test('has an interval over cases, when one was drawn more than once', () => {
    expect(summed([audited('c', 0, 1), audited('c', 0, 1), audited('d', 0, 0)])?.cascade?.disagreement?.interval).toMatchObject({ method: 'gaffke', clusters: 2 });
  });

  test('is not said to agree where nobody looked', () => {
    expect(summed([alone('a', 0)])?.cascade).toEqual({ asked: 1, escalated: 0, audited: 0, disagreed: 0, difference: null });
  });
});

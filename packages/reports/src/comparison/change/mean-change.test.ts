import { createRandom } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { decided, unit } from '../../../test/change-units.js';
import type { ChangeUnit } from './change-unit.js';
import { decideChanges, meanChange, seedOf } from './mean-change.js';

/** Cases of which each reply passes with the chance `rate`. */
function replies(cases: number, repeats: number, before: number, after: number, seed = 5): ChangeUnit[] {
  const random = createRandom(seed);
  const of = (rate: number): number[] => Array.from({ length: repeats }, () => (random.unit() < rate ? 1 : 0));
  return Array.from({ length: cases }, (_, index) => unit(index, of(before), of(after)));
}

describe('the change of a mean', () => {
  test('six passes that fail now: what is worse, and how sure that is', () => {
    const found = decided(Array.from({ length: 6 }, (_, index) => unit(index, [1], [0])));
    expect(found).toMatchObject({ before: 1, after: 0, difference: -1, pWorse: 1 / 64, pBetter: 1, verdict: 'worse', cases: 6, clusters: 6, repliesBefore: 6 });
    expect(found.low).toBe(-1);
    expect(found.high).toBeLessThan(0);
    expect(found).not.toHaveProperty('needed');
  });

  test('four of them show nothing yet, and no change of any size could be seen', () => {
    expect(decided(Array.from({ length: 4 }, (_, index) => unit(index, [1], [index === 0 ? 1 : 0])))).toMatchObject({ verdict: 'undecided', detectable: null });
  });

  test('weights and variants count, those of a case as one observation', () => {
    const found = decided([unit('a', [1], [0], { weight: 2 }), unit('a', [1], [1]), unit('b', [0], [0])]);
    expect(found).toMatchObject({ before: 0.75, after: 0.25, difference: -0.5, clusters: 2, cases: 3 });
  });

  test('with a margin: worse, not worse, or what would decide', () => {
    expect(decided(replies(400, 3, 0.9, 0.9), { margin: 0.05 })).toMatchObject({ verdict: 'not_worse' });
    expect(decided(replies(400, 3, 0.9, 0.7), { margin: 0.05 })).toMatchObject({ verdict: 'worse' });
    const open = decided(replies(20, 3, 0.9, 0.88), { margin: 0.02 });
    expect(open.verdict).toBe('undecided');
    expect(open.needed?.cases).toBeGreaterThan(20);
    // A drop that is clear, and as clearly within the margin.
    expect(decided(replies(500, 5, 0.9, 0.87), { margin: 0.1 })).toMatchObject({ verdict: 'not_worse' });
  });

  test('as many cases as it says find the difference, mostly', () => {
    const small = decided(Array.from({ length: 30 }, (_, index) => unit(index, [index === 0 ? 0 : 1], [index % 10 === 9 ? 0 : 1])));
    expect(small).toMatchObject({ difference: expect.closeTo(-2 / 30), verdict: 'undecided', needed: { repeats: null } });
    const cases = small.needed?.cases ?? 0;
    const many = decided(Array.from({ length: cases }, (_, index) => unit(index, [index % 30 === 0 ? 0 : 1], [index % 10 === 9 ? 0 : 1])));
    expect([cases > 30, cases < 300, many.verdict]).toEqual([true, true, 'worse']);
    // Where only chance is in it, repeats help as well as cases.
    const { detectable } = decided(replies(200, 5, 0.8, 0.8));
    expect(detectable).toBeGreaterThan(0);
    expect(detectable).toBeLessThan(0.1);
  });

  test('scores that never differ, and repeats of which one fallen case is enough', () => {
    expect(decided(Array.from({ length: 40 }, (_, index) => unit(index, [0.73], [0.73]))).detectable).toBeCloseTo(0.162, 3);
    const repeated = Array.from({ length: 40 }, (_, index) => unit(index, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]));
    expect(decided(repeated).detectable).toBeCloseTo(1 - 0.2 ** (1 / 40), 6);
  });

  test('cases that differ by the same: the test goes by how much replies differ, and so does what it says of what it sees', () => {
    const even = Array.from({ length: 8 }, (_, index) => unit(index, [0.9, 0.5, 0.7], [0.83, 0.4, 0.65 + index / 1e6]));
    const found = decided(even);
    expect([found.verdict, (found.detectable ?? 0) > -found.difference, (found.needed?.cases ?? 0) > 8, (found.needed?.repeats ?? 0) > 3]).toEqual(['undecided', true, true, true]);
  });

  test('more than everything cannot be lost, and whether the loss of that shows is what permutations say', () => {
    const half = (cases: number, weight = 1): ChangeUnit[] => Array.from({ length: cases }, (_, index) => unit(index, [index % 2], [index % 2], { weight: index === 1 ? weight : 1 }));
    expect(decided(half(10)).detectable).toBe(0.5);
    expect(decided(half(10).map((each) => ({ ...each, after: [0] })))).toMatchObject({ pWorse: 1 / 32, verdict: 'worse' });
    expect(decided(half(8)).detectable).toBeNull();
    expect(decided(half(8).map((each) => ({ ...each, after: [0] })))).toMatchObject({ pWorse: 1 / 16, verdict: 'undecided' });
    // However much of it one case is.
    expect(decided(half(10, 30)).detectable).toBeCloseTo(34 / 39, 9);
  });

  test('cases at 0 have nothing to lose, so the others have to be enough for a fall of theirs to show', () => {
    const graded = (above: number): ChangeUnit[] => Array.from({ length: 8 }, (_, index) => unit(index, [index < above ? 0.9 : 0], [index < above ? 0.89 - index / 1000 : 0]));
    expect(decided(graded(4).map((each) => ({ ...each, after: [0] })))).toMatchObject({ pWorse: 1 / 16, verdict: 'undecided' });
    expect(decided(graded(4)).detectable).toBeNull();
    expect(decided(graded(5)).detectable).toBeGreaterThan(0);
  });

  test('turns of conversations: cases are needed, of which each conversation has several', () => {
    const drop = (cases: number): ChangeUnit[] => Array.from({ length: 20 }, (_, index) => unit(index, [1], [index % 7 === 6 ? 0 : 1], { cases }));
    const [alone, turns] = [decided(drop(1)).needed?.cases ?? 0, decided(drop(3)).needed?.cases];
    expect([alone > 20, turns]).toEqual([true, 3 * alone]);
  });

  test('repeats decide where the noise is in the replies, and not where it is in the cases', () => {
    const noisy = decided(replies(40, 3, 0.85, 0.7, 3), { alpha: 0.0001 });
    expect(noisy.verdict).toBe('undecided');
    expect(noisy.needed?.repeats).toBeGreaterThan(3);
    const steady = Array.from({ length: 40 }, (_, index) => unit(index, [1, 1, 1], index % 8 === 0 ? [0, 0, 0] : [1, 1, 1]));
    expect(decided(steady, { margin: 0.1 })).toMatchObject({ verdict: 'undecided', needed: { repeats: null } });
  });

  test('a baseline of means is tested by its differences, since its replies cannot change places', () => {
    const means = Array.from({ length: 60 }, (_, index) => unit(index, [0.8], index % 2 === 0 ? [1, 0] : [0, 0], { repliesBefore: 5 }));
    const found = decided(means);
    expect(found).toMatchObject({ verdict: 'worse', noiseUnknown: true, repliesBefore: 300, repliesAfter: 120 });
    const asMany = decided(means.map((each) => ({ ...each, repliesBefore: 2 })));
    expect(asMany).toMatchObject({ verdict: 'worse', noiseUnknown: true });
  });

  test('means of as many replies change places as wholes: of few of them no drop could be seen, however many replies they are of', () => {
    const fallen = (cases: number) => decided(Array.from({ length: cases }, (_, index) => unit(index, [0.8 + index / 100], [0, 0, 0, 0, 0], { repliesBefore: 5 })));
    expect(fallen(4)).toMatchObject({ pWorse: 1 / 16, verdict: 'undecided', detectable: null });
    expect(fallen(5)).toMatchObject({ pWorse: 1 / 32, verdict: 'worse' });
  });

  test('what it says that could have been seen is of the test that decides: other numbers of replies are tested as a margin is', () => {
    const means = Array.from({ length: 20 }, (_, index) => unit(index, [index % 4 === 0 ? 0.4 : 0.8], index % 3 === 0 ? [1, 0, 0] : [1, 1, 0], { repliesBefore: 5 }));
    const found = decided(means);
    const margin = decided(means, { margin: 1e-9 });
    expect(found.detectable).toBeCloseTo(margin.detectable ?? 0, 6);
    expect([found.verdict, (found.detectable ?? 0) > -found.difference, found.needed]).toEqual(['undecided', true, margin.needed]);
  });

  test.each([
    ['are too far apart to be squared', 1, 1e300],
    ['cannot be added up', 1.7e308, 1.7e308],
  ])('of amounts that %s nothing is said', (_, before, after) => {
    const units = Array.from({ length: 6 }, (__, index) => unit(index, [before, before], [after / (index + 1), after]));
    expect(meanChange(units, { alpha: 0.05, seed: 1, figure: 'amount' })).toBeUndefined();
  });

  test('of an amount more is worse', () => {
    const costs = Array.from({ length: 30 }, (_, index) => unit(index, [0.01 + index / 1e4], [0.02 + index / 1e4 + (index % 3) / 1e3]));
    expect(decided(costs, { figure: 'amount' })).toMatchObject({ verdict: 'worse', pBetter: 1 });
    expect(decided(costs.map((each) => ({ ...each, before: each.after, after: each.before })), { figure: 'amount' })).toMatchObject({ verdict: 'not_worse' });
    expect(meanChange([unit('a', [1], [2])], { alpha: 0.05, seed: 1, figure: 'amount' })).toBeUndefined();
  });

  test('nothing to compare is nothing', () => {
    expect(meanChange([], { alpha: 0.05, seed: 1 })).toBeUndefined();
    expect(decideChanges([], { alpha: 0.05 })).toEqual([]);
  });
});

test('of many that are compared together one is worse only if it is so beyond what chance does in one of them', () => {
  const small = meanChange(Array.from({ length: 6 }, (_, index) => unit(index, [1], [0])), { alpha: 0.05, seed: 1 });
  const same = meanChange(Array.from({ length: 6 }, (_, index) => unit(index, [1], [1])), { alpha: 0.05, seed: 1 });
  if (small === undefined || same === undefined) throw new Error('nothing was compared');
  expect(decideChanges([small, same, same], { alpha: 0.05 }).map(({ verdict }) => verdict)).toEqual(['worse', 'undecided', 'undecided']);
  expect(decideChanges([small, same, same, same], { alpha: 0.05 })[0]).toMatchObject({ verdict: 'undecided', pWorse: 1 / 64, pWorseAdjusted: 4 / 64 });
});

test('what finds a drop in one of several is what finds it at the level that Holm begins with', () => {
  const units = Array.from({ length: 10 }, (_, index) => unit(index, [index % 2], [0]));
  const of = (together?: number) => meanChange(units, { alpha: 0.05, seed: 1, together });
  // At 0.05 the law has nine cases do; there are ten, and these did not decide it among four.
  expect(of()?.needed).toEqual({ cases: null, repeats: null });
  expect(of(4)?.needed?.cases).toBeGreaterThan(10);
  const same = Array.from({ length: 40 }, (_, index) => unit(index, [1], [1]));
  const seen = (together?: number): number => meanChange(same, { alpha: 0.05, seed: 1, together })?.detectable ?? 0;
  expect(seen(20)).toBeGreaterThan(seen() + 0.05);
});

test('a seed belongs to its names, in their order', () => {
  expect(seedOf('a', 'b')).toBe(seedOf('a', 'b'));
  expect(new Set([seedOf('a', 'b'), seedOf('b', 'a'), seedOf('ab'), seedOf('a', 'b', '')]).size).toBe(4);
});

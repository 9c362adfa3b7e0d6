import type { ResultRow } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRows, rowOf, sampleComparison } from '../../test/sample-comparison.js';

const idsOf = ({ cases }: { readonly cases: readonly { readonly caseId: string }[] }) => cases.map(({ caseId }) => caseId);

describe('run B against run A', () => {
  test('wins, losses, ties, means and what is known of their difference', () => {
    const { total } = compareRows(
      [rowOf('a', 0.5), rowOf('b', 1), rowOf('c', 0.5), rowOf('d', 0.2)],
      [rowOf('a', 1), rowOf('b', 0.5), rowOf('c', 0.5), rowOf('d', 0.3)],
    );
    expect(total).toMatchObject({ compared: 4, wins: 2, losses: 1, ties: 1, scoreA: 0.55, scoreB: 0.575 });
    expect(total.change).toMatchObject({ difference: expect.closeTo(0.025, 12), cases: 4, clusters: 4, repliesBefore: 4, verdict: 'undecided' });
    // Flipping the signs of .5, −.5 and .1 gives .1 or more in 5 of 8 ways, and .1 or less in 4.
    expect([total.change?.pBetter, total.change?.pWorse]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.75, 12)]);
  });

  test('case weights weigh, and a weight that was changed counts half of each', () => {
    const { total } = compareRows(
      [rowOf('a', 0, { caseWeight: 3 }), rowOf('b', 0.5, { caseWeight: 1 })],
      [rowOf('a', 1, { caseWeight: 3 }), rowOf('b', 0.5, { caseWeight: 5 })],
    );
    expect(total).toMatchObject({ scoreA: 0.25, scoreB: 0.75, change: { difference: 0.5 } });
  });

  test('a case of weight 0 is compared and has no part in the means', () => {
    const { total } = compareRows([rowOf('a', 0, { caseWeight: 0 })], [rowOf('a', 1, { caseWeight: 0 })]);
    expect(total).toMatchObject({ compared: 1, wins: 1, scoreA: null, scoreB: null, change: null });
  });

  test('the unscored are counted by run, listed, and never a 0', () => {
    const { total } = compareRows(
      [rowOf('a', null), rowOf('b', 1), rowOf('c', null), rowOf('d', 1)],
      [rowOf('a', 1), rowOf('b', null), rowOf('c', null), rowOf('d', 1)],
    );
    expect(total).toMatchObject({ compared: 1, wins: 0, losses: 0, ties: 1, change: { difference: 0 } });
    expect(total.unscored).toMatchObject({ count: 3, inA: 2, inB: 2 });
    expect(idsOf(total.unscored)).toEqual(['a', 'b', 'c']);
  });

  test('cases that one of the runs does not have are counted and listed', () => {
    const { total } = compareRows([rowOf('a', 1), rowOf('b', 1)], [rowOf('b', 1), rowOf('c', 1), rowOf('d', null)]);
    expect([idsOf(total.onlyInA), idsOf(total.onlyInB)]).toEqual([['a'], ['c', 'd']]);
    expect(total).toMatchObject({ compared: 1, unscored: { count: 0 } });
  });

  test('nothing in common: no numbers, not zeros', () => {
    const { total, groups } = compareRows([rowOf('a', 1)], [rowOf('b', 1)]);
    expect(total).toMatchObject({ compared: 0, scoreA: null, scoreB: null, change: null, measures: [] });
    expect(groups).toHaveLength(1);
    expect(compareRows([], []).groups).toEqual([]);
  });

  test('a difference up to the given one is a tie, and so are rounding errors', () => {
    const [a, b] = [
      [rowOf('a', 0.1 + 0.2), rowOf('b', 0.9), rowOf('c', 0.85)],
      [rowOf('a', 0.3), rowOf('b', 0.85), rowOf('c', 0.7)],
    ];
    expect(compareRows(a, b).total).toMatchObject({ wins: 0, losses: 2, ties: 1 });
    expect(compareRows(a, b, { tie: 0.05 }).total).toMatchObject({ wins: 0, losses: 1, ties: 2 });
    expect(compareRows(a, b, { tie: 0.05 }).total.regressions).toHaveLength(1);
  });

  test('variants are paired with themselves and are one observation of the interval', () => {
    const hot = { variant: { label: 'hot' } };
    const { total } = compareRows(
      [rowOf('a', 0), rowOf('a', 0, hot), rowOf('b', 0.5)],
      [rowOf('a', 1, hot), rowOf('b', 0.5), rowOf('a', 1)],
    );
    expect(total).toMatchObject({ compared: 3, wins: 2, ties: 1 });
    expect(total.change).toMatchObject({ cases: 3, clusters: 2 });
  });

  test('repeats are one case', () => {
    const { total } = compareRows(
      [rowOf('a', 0), rowOf('a', 1, { repeat: 2 })],
      [rowOf('a', 1), rowOf('a', null, { repeat: 2 })],
    );
    expect(total).toMatchObject({ compared: 1, wins: 1, incomplete: 1, change: { difference: 1 } });
  });

  test('regressions and improvements are the ten largest, the largest first, with their place', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `case-${index}`);
    const { total } = compareRows(
      ids.flatMap((id, index) => [rowOf(id, index / 20), rowOf(`up-${id}`, 0.5)]),
      ids.flatMap((id) => [rowOf(id, 0, { source: `new.yaml:${id}` }), rowOf(`up-${id}`, 0.6)]),
    );
    expect(total.losses).toBe(11);
    expect(total.regressions.map(({ caseId }) => caseId)).toEqual(ids.slice(2).toReversed());
    expect(total.regressions[0]).toMatchObject({ source: 'new.yaml:case-11', scoreA: 0.55, scoreB: 0, difference: -0.55 });
    expect(total.wins).toBe(12);
    expect(total.improvements.map(({ caseId }) => caseId)).toEqual(ids.slice(0, 10).map((id) => `up-${id}`));
  });

  test('differences that are equal but for rounding stand in the order of the files', () => {
    const scores = [0.3, 0.1, 0.7, 0.2];
    const rows = (more: number) => scores.map((score, index) => rowOf(`case-${index}`, score + more));
    expect(compareRows(rows(0), rows(0.1)).total.improvements.map(({ caseId }) => caseId)).toEqual([
      'case-0',
      'case-1',
      'case-2',
      'case-3',
    ]);
  });

  test('every suite has numbers of its own', () => {
    const { groups, total } = sampleComparison();
    expect(groups.map(({ suite, compared, wins, losses }) => [suite, compared, wins, losses])).toEqual([
      ['billing', 2, 0, 1],
      ['customer-support', 4, 2, 1],
    ]);
    expect(groups.map(({ onlyInA, onlyInB, unscored }) => [onlyInA.count, onlyInB.count, unscored.count])).toEqual([
      [2, 0, 0],
      [0, 1, 2],
    ]);
    expect(total).toMatchObject({ compared: 6, wins: 2, losses: 2, ties: 2 });
  });

  test('several targets are compared pair by pair', () => {
    const rows = (score: number, ...targets: readonly string[]): ResultRow[] =>
      targets.map((target, index) => rowOf('a', score + index / 4, { target }));
    const { groups, total, a, b } = compareRows(rows(0.5, 'x', 'y', 'z'), rows(0.25, 'y', 'x'), {
      targets: [
        { a: 'x', b: 'x' },
        { a: 'y', b: 'y' },
      ],
    });
    expect(groups.map(({ targetA, targetB, change }) => [targetA, targetB, change?.difference])).toEqual([
      ['x', 'x', 0],
      ['y', 'y', -0.5],
    ]);
    expect(total).toMatchObject({ compared: 2, change: { difference: -0.25, cases: 2, clusters: 1 } });
    expect([a.targets, b.targets]).toEqual([['x', 'y'], ['x', 'y']]);
  });
});

const score = fc.option(fc.constantFrom(0, 0.1, 0.3, 0.5, 0.7, 0.9, 1), { nil: null });
const row = fc
  .record({
    suite: fc.constantFrom('s', 't'),
    caseId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    label: fc.constantFrom('', 'hot'),
    repeat: fc.integer({ min: 1, max: 3 }),
    score,
    caseWeight: fc.constantFrom(0, 1, 2.5),
  })
  .map(({ caseId, label, score: value, ...rest }) => rowOf(caseId, value, { ...rest, variant: { label } }));
const trialOf = ({ suite, caseId, variant, repeat }: ResultRow): string => JSON.stringify([suite, caseId, variant.label, repeat]);
const rows = fc.uniqueArray(row, { selector: trialOf, maxLength: 40 });

/** A case has one weight in a run, and that of its first row is taken. */
function withOneWeight(all: readonly ResultRow[]): readonly ResultRow[] {
  return all.map((each) => ({ ...each, caseWeight: each.caseId.codePointAt(0) === 97 ? 2.5 : 1 }));
}

/** Each draws intervals and goes through permutations. */
const FEW = { numRuns: 25 };

describe('for any two runs', () => {
  test('swapping A and B swaps wins and losses and turns the sign of the mean', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const [there, back] = [compareRows(a, b).total, compareRows(b, a).total];
        expect([back.wins, back.losses, back.ties]).toEqual([there.losses, there.wins, there.ties]);
        expect([back.scoreA, back.scoreB]).toEqual([there.scoreB, there.scoreA]);
        expect((back.change?.difference ?? 0) + (there.change?.difference ?? 0)).toBe(0);
        expect(-(back.change?.low ?? 0)).toBeCloseTo(there.change?.high ?? 0, 8);
        if (back.change !== null && there.change !== null) expect(back.change.pWorse).toBeCloseTo(there.change.pBetter, 1);
        expect([idsOf(back.onlyInA), idsOf(back.onlyInB)]).toEqual([idsOf(there.onlyInB), idsOf(there.onlyInA)]);
        expect([back.unscored.count, back.unscored.inA]).toEqual([there.unscored.count, there.unscored.inB]);
        expect(back.regressions.map(({ difference }) => difference)).toEqual(
          there.improvements.map(({ difference }) => -difference),
        );
      }),
      FEW,
    );
  });

  test('the order of the rows changes nothing', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const [one, other] = [withOneWeight(a), withOneWeight(b)];
        const turned = compareRows(one.toReversed(), other.toReversed());
        const { total } = compareRows(one, other);
        expect(turned.total).toEqual(total);
      }),
      FEW,
    );
  });

  test('every case is counted once: compared, unscored, or in one run only; the groups add up to the total', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const { total, groups } = compareRows(a, b);
        const names = new Set([...a, ...b].map((each) => JSON.stringify([each.suite, each.caseId, each.variant.label])));
        expect(total.wins + total.losses + total.ties).toBe(total.compared);
        expect(total.compared + total.unscored.count + total.onlyInA.count + total.onlyInB.count).toBe(names.size);
        for (const field of ['compared', 'wins', 'losses', 'ties', 'incomplete'] as const) {
          expect(groups.reduce((sum, group) => sum + group[field], 0)).toBe(total[field]);
        }
      }),
      FEW,
    );
  });

  test('a run against itself is all ties', () => {
    fc.assert(
      fc.property(rows, (a) => {
        const { total } = compareRows(a, a);
        expect([total.wins, total.losses, total.change?.difference ?? 0]).toEqual([0, 0, 0]);
        expect(total.change?.verdict).not.toBe('worse');
      }),
      FEW,
    );
  });
});

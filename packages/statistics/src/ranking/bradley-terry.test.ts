import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { clopperPearson } from '../intervals/clopper-pearson.js';
import { bradleyTerry, type Comparison } from './bradley-terry.js';

interface Reference {
  readonly davidson: { games: Comparison[]; fits: { ties: boolean; strengths: Record<string, number>; tieRate: number }[] };
}
const { davidson } = readReference<Reference>('estimators');
const beats = (one: string, other: string, times = 1): Comparison[] => Array.from({ length: times }, (_, index) => ({ one, other, winner: 'one', case: index }));

describe('Bradley and Terry with ties', () => {
  test('strengths, as a general optimizer finds them, with ties and without', () => {
    expect(davidson.fits).toHaveLength(2);
    for (const { ties, strengths, tieRate } of davidson.fits) {
      const [group] = bradleyTerry(davidson.games.filter(({ winner }) => ties || winner !== 'tie'), { rounds: 0 });
      expectNear(group?.tieRate ?? -1, tieRate, 'ν', 1e-6);
      for (const { name, strength, low } of group?.members ?? []) {
        expect(Math.abs(strength - (strengths[name] ?? 9)), name).toBeLessThan(1e-6);
        expect(low).toBeNull();
      }
      expect(group?.members.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    }
  });

  test('intervals hold the strengths, and are the same for a seed', () => {
    const groups = bradleyTerry(davidson.games, { rounds: 100 });
    for (const { strength, low, high, openAbove, openBelow } of groups[0]?.members ?? []) {
      expect(low).toBeLessThan(strength);
      expect(high).toBeGreaterThan(strength);
      expect([openAbove, openBelow]).toEqual([false, false]);
    }
    expect(bradleyTerry(davidson.games, { rounds: 100 })).toEqual(groups);
  });

  test('which side is named first does not matter', () => {
    const swapped = davidson.games.map(({ one, other, winner, ...rest }): Comparison => ({
      ...rest,
      one: other,
      other: one,
      winner: winner === 'tie' ? 'tie' : winner === 'one' ? 'other' : 'one',
    }));
    const [here] = bradleyTerry(davidson.games, { rounds: 0 });
    const [there] = bradleyTerry(swapped, { rounds: 0 });
    for (const [index, { name, strength }] of (here?.members ?? []).entries()) {
      expect(there?.members[index]?.name).toBe(name);
      expectNear(there?.members[index]?.strength ?? 9, strength, name, 1e-8);
    }
  });

  test('who always wins has a strength and an open end; so have two that only lose to each other', () => {
    const [group] = bradleyTerry([...beats('top', 'low', 9), ...beats('top', 'mid', 9), ...beats('mid', 'low', 5), ...beats('low', 'mid', 4)], { rounds: 50 });
    const open = Object.fromEntries((group?.members ?? []).map(({ name, openAbove, openBelow }) => [name, [openAbove, openBelow]]));
    expect(open).toEqual({ top: [true, false], mid: [false, true], low: [false, true] });
    for (const { strength, low, high } of group?.members ?? []) expect([strength, low, high].every(Number.isFinite)).toBe(true);
    expect(group?.members[0]).toMatchObject({ name: 'top', wins: 18, losses: 0, ties: 0 });
  });

  test('who never lost but was level is as strong as one likes, where ties can be as likely', () => {
    const level = (one: string, other: string): Comparison => ({ one, other, winner: 'tie', case: `${one} ${other}` });
    const openOf = (comparisons: readonly Comparison[]) =>
      Object.fromEntries((bradleyTerry(comparisons, { rounds: 20 })[0]?.members ?? []).map(({ name, openAbove, openBelow }) => [name, [openAbove, openBelow]]));
    expect(openOf([...beats('a', 'b', 5), level('a', 'b')])).toEqual({ a: [true, false], b: [false, true] });
    expect(openOf([...beats('a', 'b', 5), level('a', 'b'), ...beats('b', 'a')])).toEqual({ a: [false, false], b: [false, false] });
    // A row of three in which neighbours are level now and then.
    const row = [...beats('a', 'b', 3), level('a', 'b'), ...beats('b', 'c', 3), level('b', 'c'), ...beats('a', 'c', 3)];
    expect(openOf(row)).toMatchObject({ a: [true, false], c: [false, true] });
    // Level with the last as well: so far apart they cannot be.
    expect(openOf([...row, level('a', 'c')])).toEqual({ a: [false, false], b: [false, false], c: [false, false] });
    expect(openOf([...row, ...beats('c', 'b')])).toEqual({ a: [false, false], b: [false, false], c: [false, false] });
  });

  test.each([[7, 3], [1, 9], [19, 1]])('of two members with %i wins and %i losses, the interval is that of Clopper and Pearson for the rate', (wins, losses) => {
    const games = Array.from({ length: wins + losses }, (_, index): Comparison => ({ one: 'a', other: 'b', winner: index < wins ? 'one' : 'other', case: index }));
    const found = bradleyTerry(games, { rounds: 20_000, penalty: 1e-6 })[0]?.members.find(({ name }) => name === 'a');
    // Strengths are those of both around 0.
    const rate = (strength: number | null | undefined): number => 1 / (1 + Math.exp(-2 * (strength ?? Number.NaN)));
    const exact = clopperPearson(wins, wins + losses);
    expect(Math.abs(rate(found?.low) - exact.low)).toBeLessThan(0.01);
    expect(Math.abs(rate(found?.high) - exact.high)).toBeLessThan(0.01);
  });

  test('one case sets no end, however often it was compared', () => {
    const games: Comparison[] = [...beats('a', 'b', 5), ...beats('b', 'a', 3)];
    const openOf = (comparisons: readonly Comparison[]) => bradleyTerry(comparisons, { rounds: 20 })[0]?.members.map(({ openAbove, openBelow }) => [openAbove, openBelow]);
    expect(openOf(games.map((game) => ({ ...game, case: 'only' })))).toEqual([[true, true], [true, true]]);
    expect(openOf(games)).toEqual([[false, false], [false, false]]);
  });

  test('groups that never met stand apart', () => {
    const groups = bradleyTerry([...beats('a', 'b', 3), ...beats('c', 'd', 2), ...beats('b', 'a'), { one: 'e', other: 'e', winner: 'tie' }], { rounds: 20 });
    expect(groups.map(({ members }) => members.map(({ name }) => name))).toEqual([['a', 'b'], ['c', 'd']]);
    expect(bradleyTerry([])).toEqual([]);
  });

  test('only ties: all are equal, and no end is set', () => {
    const [group] = bradleyTerry(Array.from({ length: 6 }, (_, index) => ({ one: 'x', other: 'y', winner: 'tie', case: index })), { rounds: 20 });
    for (const { strength, ties, openAbove } of group?.members ?? []) {
      expect(Math.abs(strength)).toBeLessThan(1e-9);
      expect([ties, openAbove]).toEqual([6, true]);
    }
    expect(group?.tieRate).toBeGreaterThan(2);
  });

  test('cases that all came out alike leave open how strengths vary: the fewer, the more', () => {
    // One win each in every case: all draws are the same.
    const even = (cases: number) => Array.from({ length: cases }, (_, index) => [{ one: 'x', other: 'y', winner: 'one', case: index }, { one: 'x', other: 'y', winner: 'other', case: index }] as const).flat();
    const widths = [2, 5, 20, 100].map((cases) => {
      const [first] = bradleyTerry(even(cases), { rounds: 50 })[0]?.members ?? [];
      expect(-(first?.low ?? 0)).toBeCloseTo(first?.high ?? 9, 6);
      expect(first?.openAbove).toBe(false);
      return (first?.high ?? 0) - (first?.low ?? 0);
    });
    expect(widths.every((width, index) => width > 0.02 && width < (widths[index - 1] ?? Infinity))).toBe(true);
  });
});

test.each([
  [{ level: 0 }, 'level is 0; allowed: a number above 0 and below 1'],
  [{ rounds: -1 }, 'rounds is -1; allowed: a whole number of at least 0'],
  [{ penalty: 0 }, 'penalty is 0; allowed: a finite number above 0'],
])('%j says what is allowed', (options, message) => {
  expect(() => bradleyTerry([], options)).toThrow(new RangeError(message));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookAt, type RepeatLook } from './repeat-look.js';
import { repeatSequence } from './repeat-sequence.js';
import { sequentialLevels } from './sequential-levels.js';
import { stopRule } from './stop-rule.js';

const DESIGN = { least: 3, most: 6, alpha: 0.05 };
const sequence = repeatSequence(DESIGN);
const ruled = (...looks: readonly Partial<RepeatLook>[]) =>
  stopRule(looks.map((look) => ({ repeats: 3, below: 1, above: 1, later: 1, settled: false, ...look })), DESIGN, sequence);
const reasons = (...looks: readonly Partial<RepeatLook>[]) => ruled(...looks).map(({ stopped }) => stopped);

describe('what the looks of repeats may spend', () => {
  test('the levels are those of the shares of the repeats', () => {
    const levels = sequentialLevels([3 / 6, 4 / 6, 5 / 6, 1], { alpha: 0.05, sides: 1 }).map(({ level }) => level);
    for (const [index, level] of levels.entries()) expect(sequence.level(3 + index)).toBeCloseTo(level, 12);
  });

  test('a chance is at most α exactly where its p is at most the level, and ascends with p', () => {
    for (const repeats of [3, 4, 5, 6]) {
      const level = sequence.level(repeats);
      expect(sequence.chance(repeats, level)).toBeCloseTo(0.05, 12);
      expect(sequence.chance(repeats, level * 1.001)).toBeGreaterThan(0.05);
      expect(sequence.chance(repeats, level * 0.999)).toBeLessThan(0.05);
      expect(sequence.chance(repeats, 1)).toBe(1);
      expect(sequence.chance(repeats, 0)).toBeGreaterThan(0);
      // At α of several suites it is the level of a part of α, and not a part of the level.
      const [third] = sequentialLevels(Array.from({ length: repeats - 2 }, (_, look) => (3 + look) / 6), { alpha: 0.05 / 3, sides: 1 }).slice(-1);
      expect(sequence.chance(repeats, third?.level ?? 0)).toBeCloseTo(0.05 / 3, 12);
    }
    fc.assert(fc.property(fc.integer({ min: 3, max: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (repeats, one, other) => {
      const [low, high] = one <= other ? [one, other] : [other, one];
      expect(sequence.chance(repeats, low)).toBeLessThanOrEqual(sequence.chance(repeats, high) + 1e-12);
      expect(sequence.chance(repeats, low)).toBeGreaterThanOrEqual(Math.min(low, sequence.chance(repeats, 0)) - 1e-12);
    }));
  });

  test.each([[0, 3], [3, 3], [4, 2], [1.5, 3]])('%d..%d is no design', (least, most) => {
    expect(() => repeatSequence({ least, most })).toThrow(RangeError);
  });
});

describe('what a look leads to', () => {
  test('a decision at the level of its look, a repeat more, or the end', () => {
    const [first, last] = [sequence.level(3), sequence.level(6)];
    expect(reasons({ below: first })).toEqual(['below']);
    expect(reasons({ below: first * 1.01 })).toEqual([undefined]);
    expect(reasons({ above: first })).toEqual(['above']);
    expect(reasons({ below: last, repeats: 6 })).toEqual(['below']);
    expect(reasons({ below: last * 1.01, above: 0.9, repeats: 6, later: 0 })).toEqual(['most']);
    expect(reasons({ later: 0.01 })).toEqual(['unlikely']);
  });

  test('where replies never differ it is the last look that is taken, and nothing is asked for', () => {
    expect(ruled({ above: sequence.level(6), settled: true, later: 0 })).toEqual([{ stopped: 'above', look: 6 }]);
    expect(reasons({ above: 0.06, settled: true, later: 0 })).toEqual(['unlikely']);
  });

  test('several suites share α for "below", each has all of it for "above"', () => {
    const level = sequence.level(4);
    expect(reasons({ repeats: 4, below: level }, { repeats: 4 })).toEqual([undefined, undefined]);
    expect(reasons({ repeats: 4, below: 1e-9 }, { repeats: 4, below: level })).toEqual(['below', 'below']);
    expect(reasons({ repeats: 4, above: level }, { repeats: 4, above: level })).toEqual(['above', 'above']);
  });

  test('what a suite was stopped by stays, whatever others come to', () => {
    const look = fc.record({ repeats: fc.integer({ min: 3, max: 6 }), below: fc.double({ min: 0, max: 0.1, noNaN: true }), above: fc.double({ min: 0, max: 0.1, noNaN: true }), later: fc.double({ min: 0, max: 1, noNaN: true }), settled: fc.boolean() });
    fc.assert(fc.property(fc.array(look, { minLength: 1, maxLength: 5 }), fc.array(look, { minLength: 5, maxLength: 5 }), (looks, next) => {
      const before = stopRule(looks, DESIGN, sequence);
      const moved = looks.map((each, index) => (before[index]?.stopped === undefined ? (next[index] ?? each) : each));
      const after = stopRule(moved, DESIGN, sequence);
      for (const [index, { stopped }] of before.entries()) if (stopped !== undefined && stopped !== 'above') expect(after[index]?.stopped === 'below' || after[index]?.stopped === stopped).toBe(true);
      // Nothing goes on beyond the most.
      for (const [index, { repeats }] of moved.entries()) if (repeats === 6) expect(after[index]?.stopped).toBeDefined();
    }));
  });
});

describe('a look', () => {
  const terms = { repeats: 3, most: 6, lastLevel: sequence.level(6) };
  const bound = { value: 0.5, low: 0, high: 1 };
  const means = (scores: readonly number[], noise: number | null) => lookAt({ sums: scores, weights: scores.map(() => 1), noise }, bound, terms);
  const many = (score: number) => Array.from({ length: 60 }, (_, index) => (index % 10 < score * 10 ? 1 : 0));

  test('says on which side a mean is, and whether more repeats are worth it', () => {
    expect(means(many(0.9), 0.0001)).toMatchObject({ settled: false, repeats: 3 });
    expect(means(many(0.9), 0.0001).above).toBeLessThan(0.001);
    expect(means(many(0.1), 0.0001).below).toBeLessThan(0.001);
    // At the bound: noise may carry it away, or there is hardly any.
    expect(means(many(0.5), 0.004).later).toBeGreaterThan(0.02);
    expect(means(many(0.5), 0.00001).later).toBeLessThan(0.02);
    expect(means(many(0.5), 0)).toMatchObject({ settled: true, later: 0 });
    expect(means(many(0.5), null)).toMatchObject({ settled: false, later: 1 });
  });

  test('a single case is never decided by its repeats, and a last look has nothing later', () => {
    expect(means([0.5], 0.01).later).toBe(0);
    expect(lookAt({ sums: many(0.5), weights: many(1), noise: 0.01 }, bound, { ...terms, repeats: 6 }).later).toBe(0);
  });
});

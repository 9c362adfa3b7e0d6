import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookAt, type RepeatLook } from './repeat-look.js';
import { repeatSequence } from './repeat-sequence.js';
import { sequentialLevels } from './sequential-levels.js';
import { stopRule } from './stop-rule.js';

const DESIGN = { least: 3, most: 6, alpha: 0.05 };
const sequence = repeatSequence(DESIGN);
const NOISY = 1;
const at = (repeats: number, noiseShare = NOISY) => ({ repeats, noiseShare });
const reasons = (...looks: readonly Partial<RepeatLook>[]) =>
  stopRule(looks.map((look) => ({ ...at(3), below: 1, above: 1, later: 1, ...look })), DESIGN, sequence);

describe('what the looks of repeats may spend', () => {
  test('the levels are those of the information: the variance at the last look over that of a look', () => {
    for (const noise of [1, 0.5, 0.05]) {
      const shares = [3, 4, 5, 6].map((repeats) => 1 / (1 - noise + (noise * 6) / repeats));
      const levels = sequentialLevels([...shares.slice(0, 3), 1], { alpha: 0.05, sides: 1, shape: 'hwang-shih-decani' }).map(({ level }) => level);
      for (const [index, level] of levels.entries()) expect(sequence.level(at(3 + index, noise))).toBeCloseTo(level, 12);
    }
  });

  test('shares of noise are rounded up: a look may spend what one with more of it may', () => {
    expect(sequence.level(at(4, 0.501))).toBe(sequence.level(at(4, 0.55)));
    expect(sequence.level(at(4, 1e-6))).toBe(sequence.level(at(4, 0.05)));
  });

  test('looks that all see the same are one', () => {
    for (const repeats of [3, 6]) expect([sequence.level(at(repeats, 0)), sequence.chance(at(repeats, 0), 0.03)]).toEqual([0.05, 0.03]);
  });

  test.each([1, 0.6, 0.2, 0.05])('noise %d: a chance is at most α exactly where its p is at most the level, and ascends with p', (noise) => {
    for (const repeats of [3, 4, 5, 6]) {
      const point = at(repeats, noise);
      const level = sequence.level(point);
      expect(sequence.chance(point, level)).toBeCloseTo(0.05, 12);
      expect(sequence.chance(point, level * 1.001)).toBeGreaterThan(0.05);
      expect(sequence.chance(point, level * 0.999)).toBeLessThan(0.05);
      expect(sequence.chance(point, 1)).toBe(1);
      expect(sequence.chance(point, 0)).toBeGreaterThan(0);
      // At α of several suites it is the level of a part of α, and not a part of the level.
      const shares = Array.from({ length: 4 }, (_, look) => (look === 3 ? 1 : 1 / (1 - noise + (noise * 6) / (3 + look))));
      const third = sequentialLevels(shares, { alpha: 0.05 / 3, sides: 1, shape: 'hwang-shih-decani' })[repeats - 3];
      expect(sequence.chance(point, third?.level ?? 0)).toBeCloseTo(0.05 / 3, 12);
    }
    fc.assert(fc.property(fc.integer({ min: 3, max: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (repeats, one, other) => {
      const [low, high] = one <= other ? [one, other] : [other, one];
      const point = at(repeats, noise);
      expect(sequence.chance(point, low)).toBeLessThanOrEqual(sequence.chance(point, high) + 1e-12);
      expect(sequence.chance(point, low)).toBeGreaterThanOrEqual(Math.min(low, sequence.chance(point, 0)) - 1e-12);
    }));
  });

  test('a look that is none of the design has no level', () => {
    for (const repeats of [2, 7, Number.NaN]) expect(() => sequence.level(at(repeats))).toThrow(RangeError);
    expect(() => sequence.level(at(3, 1.5))).toThrow(RangeError);
  });

  test.each([[0, 3], [3, 3], [4, 2], [1.5, 3]])('%d..%d is no design', (least, most) => {
    expect(() => repeatSequence({ least, most })).toThrow(RangeError);
  });
});

describe('what a look leads to', () => {
  test('a decision at the level of its look, a repeat more, or the end', () => {
    const [first, last] = [sequence.level(at(3)), sequence.level(at(6))];
    expect(reasons({ below: first })).toEqual(['below']);
    expect(reasons({ below: first * 1.01 })).toEqual([undefined]);
    expect(reasons({ above: first })).toEqual(['above']);
    expect(reasons({ below: last, repeats: 6 })).toEqual(['below']);
    expect(reasons({ below: last * 1.01, above: 0.9, repeats: 6, later: 0 })).toEqual(['most']);
    expect(reasons({ later: 0.05 })).toEqual(['unlikely']);
    expect(reasons({ later: 0.07 })).toEqual([undefined]);
  });

  test('where replies never differ all of α is there, and nothing is asked for', () => {
    expect(reasons({ above: 0.05, noiseShare: 0, later: 0 })).toEqual(['above']);
    expect(reasons({ above: 0.051, noiseShare: 0, later: 0 })).toEqual(['unlikely']);
  });

  test('several suites share α for "below", each has all of it for "above"', () => {
    const level = sequence.level(at(4));
    expect(reasons({ repeats: 4, below: level }, { repeats: 4 })).toEqual([undefined, undefined]);
    expect(reasons({ repeats: 4, below: 1e-9 }, { repeats: 4, below: level })).toEqual(['below', 'below']);
    expect(reasons({ repeats: 4, above: level }, { repeats: 4, above: level })).toEqual(['above', 'above']);
  });

  test('what a suite was stopped by stays, whatever others come to', () => {
    const look = fc.record({ repeats: fc.integer({ min: 3, max: 6 }), noiseShare: fc.constantFrom(0, 0.2, 1), below: fc.double({ min: 0, max: 0.1, noNaN: true }), above: fc.double({ min: 0, max: 0.1, noNaN: true }), later: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(fc.property(fc.array(look, { minLength: 1, maxLength: 5 }), fc.array(look, { minLength: 5, maxLength: 5 }), (looks, next) => {
      const before = stopRule(looks, DESIGN, sequence);
      const moved = looks.map((each, index) => (before[index] === undefined ? (next[index] ?? each) : each));
      const after = stopRule(moved, DESIGN, sequence);
      for (const [index, stopped] of before.entries()) if (stopped !== undefined && stopped !== 'above') expect(after[index] === 'below' || after[index] === stopped).toBe(true);
      // Nothing goes on beyond the most.
      for (const [index, { repeats }] of moved.entries()) if (repeats === 6) expect(after[index]).toBeDefined();
    }));
  });
});

describe('a look', () => {
  const terms = { repeats: 3, ...DESIGN };
  const bound = { value: 0.5, low: 0, high: 1 };
  const means = (scores: readonly number[], noise: number | null) => lookAt({ sums: scores, weights: scores.map(() => 1), noise }, bound, terms);
  const many = (score: number) => Array.from({ length: 60 }, (_, index) => (index % 10 < score * 10 ? 1 : 0));

  test('says on which side a mean is, and whether more repeats are worth it', () => {
    expect(means(many(0.9), 0.0001)).toMatchObject({ repeats: 3 });
    expect(means(many(0.9), 0.0001).above).toBeLessThan(0.001);
    expect(means(many(0.1), 0.0001).below).toBeLessThan(0.001);
    // Noise may carry it away from the bound, or there is hardly any.
    expect(means(many(0.6), 0.004).later).toBeGreaterThan(0.06);
    expect(means(many(0.5), 0.00001).later).toBeLessThan(0.06);
    expect(means(many(0.5), 0)).toMatchObject({ noiseShare: 0, later: 0 });
    expect(means(many(0.5), null)).toMatchObject({ noiseShare: 1, later: 1 });
  });

  test('tells how much of the variance of the last look replies make', () => {
    // The variance of the mean is 0.25 / 59: of 0.002 by replies, half is gone at the last look.
    const [all, replies] = [0.25 / 59, 0.002];
    expect(means(many(0.5), replies).noiseShare).toBeCloseTo(replies / 2 / (all - replies / 2), 12);
    // More than all is all.
    expect(means(many(0.5), 1).noiseShare).toBe(1);
    expect(means(many(1), 0.1).noiseShare).toBe(1);
  });

  test('a single case is never decided by its repeats, and a last look has nothing later', () => {
    expect(means([0.5], 0.01)).toMatchObject({ later: 0, noiseShare: 1 });
    expect(lookAt({ sums: many(0.5), weights: many(1), noise: 0.01 }, bound, { ...terms, repeats: 6 }).later).toBe(0);
  });
});

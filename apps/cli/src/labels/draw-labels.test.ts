import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawLabels, type DrawnFrom } from './draw-labels.js';

const replyOf = (index: number, stratum: string): DrawnFrom => ({ trialKey: `t${index}`, stratum });
const HUNDRED = Array.from({ length: 100 }, (_, index) => replyOf(index, ''));
const keys = (draws: ReturnType<typeof drawLabels>): readonly string[] => draws.map(({ trialKey }) => trialKey);

describe('drawing replies', () => {
  test('more are the same and more, another seed draws others, and the order of rows does not matter', () => {
    const [ten, twenty] = [10, 20].map((size) => keys(drawLabels(HUNDRED, { size, by: [], seed: 0 })));
    expect(twenty?.slice(0, 10)).toEqual(ten);
    expect(keys(drawLabels(HUNDRED, { size: 10, by: [], seed: 1 }))).not.toEqual(ten);
    expect(keys(drawLabels(HUNDRED.toReversed(), { size: 10, by: [], seed: 0 }))).toEqual(ten);
  });

  test('strata have even shares, what is small is taken whole, and chances say so', () => {
    const draws = drawLabels(HUNDRED.map(({ trialKey }, index) => ({ trialKey, stratum: index < 10 ? 'verdict fail' : 'verdict pass' })), { size: 30, by: ['verdict'], seed: 0 });
    const [fails, passes] = ['verdict fail', 'verdict pass'].map((name) => draws.filter(({ draw }) => draw.stratum === name));
    expect([fails?.length, passes?.length]).toEqual([10, 20]);
    expect([fails?.[0]?.draw, passes?.[0]?.draw]).toMatchObject([{ chance: 1, of: 10, size: 30 }, { chance: 20 / 90, of: 90 }]);
    // Any beginning takes both in turn.
    expect(draws.slice(0, 6).filter(({ draw }) => draw.stratum === 'verdict fail')).toHaveLength(2);
  });

  test('property: as many as asked for or there are, each once, and chances of a stratum add up to what is drawn', () => {
    const replies = fc.array(fc.constantFrom('pass', 'fail', 'borderline', ''), { maxLength: 60 }).map((strata) => strata.map((stratum, index) => replyOf(index, stratum)));
    fc.assert(
      fc.property(replies, fc.integer({ min: 1, max: 80 }), fc.nat(5), (all, size, seed) => {
        const draws = drawLabels(all, { size, by: ['verdict'], seed });
        expect(new Set(keys(draws)).size).toBe(Math.min(size, all.length));
        const strata = new Map<string, { drawn: number; chance: number; of: number }>();
        for (const { draw } of draws) strata.set(draw.stratum, { drawn: (strata.get(draw.stratum)?.drawn ?? 0) + 1, chance: draw.chance, of: draw.of });
        for (const { drawn, chance, of } of strata.values()) expect(chance * of).toBeCloseTo(drawn, 9);
      }),
    );
  });

  test('each reply is drawn as often as any other', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 400; seed += 1) for (const key of keys(drawLabels(HUNDRED, { size: 10, by: [], seed }))) counts.set(key, (counts.get(key) ?? 0) + 1);
    // 40 each, give or take five standard errors.
    for (const { trialKey } of HUNDRED) expect(Math.abs((counts.get(trialKey) ?? 0) - 40), trialKey).toBeLessThan(5 * Math.sqrt(36));
  });
});

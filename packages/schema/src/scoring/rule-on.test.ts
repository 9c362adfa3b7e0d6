import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Requirements, Verdict } from '../domain/score.js';
import { joinRequirements } from './join-requirements.js';
import { ruleOn, type Ruled } from './rule-on.js';
import { verdictOf } from './verdict.js';

const bounds = (worst: number, best: number) => ({ worst, best });

describe('ruleOn', () => {
  test.each<[string, Ruled, Verdict | null, Verdict, Verdict]>([
    ['a score alone', { score: 0.7 }, 'borderline', 'borderline', 'borderline'],
    ['no score', { score: null }, null, 'fail', 'pass'],
    ['no score, within bounds that fail', { score: null, bounds: bounds(0, 0.5) }, null, 'fail', 'fail'],
    ['bounds that all pass', { score: 0.9, bounds: bounds(0.8, 1) }, 'pass', 'pass', 'pass'],
    ['bounds that may be borderline', { score: 0.9, bounds: bounds(0.6, 1) }, 'pass', 'borderline', 'pass'],
    ['bounds that may fail', { score: 0.9, bounds: bounds(0.5, 1) }, null, 'fail', 'pass'],
    ['a fail that may not be one', { score: 0.1, bounds: bounds(0, 0.6) }, null, 'fail', 'borderline'],
    ['bounds that all fail', { score: 0.3, bounds: bounds(0, 0.5) }, 'fail', 'fail', 'fail'],
    ['a missed requirement', { score: 1, requirements: { missed: 'default' } }, 'fail', 'fail', 'fail'],
    ['a missed requirement without a score', { score: null, requirements: { missed: 'written' } }, null, 'fail', 'fail'],
    ['an open requirement', { score: 1, requirements: { open: 'default' } }, null, 'fail', 'pass'],
    ['an open requirement of a fail', { score: 0, requirements: { open: 'written' } }, 'fail', 'fail', 'fail'],
    ['missed counts before open', { score: 1, requirements: { missed: 'default', open: 'written' } }, 'fail', 'fail', 'fail'],
    ['a verdict of somebody else', { score: 0.9, verdict: 'fail' }, 'fail', 'fail', 'fail'],
    ['a verdict of somebody else about a part', { score: 0.3, verdict: 'pass', bounds: bounds(0.3, 1) }, 'pass', 'pass', 'pass'],
    ['a verdict against a missed requirement', { score: 0.9, verdict: 'pass', requirements: { missed: 'written' } }, 'fail', 'fail', 'fail'],
    ['a verdict with an open requirement', { score: 0.9, verdict: 'pass', requirements: { open: 'written' } }, null, 'fail', 'pass'],
    ['rounding noise beyond the score', { score: 0.8, bounds: bounds(0.9, 0.95) }, 'pass', 'pass', 'pass'],
  ])('%s', (_title, ruled, verdict, worst, best) => {
    expect(ruleOn(ruled)).toEqual({ verdict, verdictBounds: { worst, best } });
  });

  test('other thresholds move what is open', () => {
    const ruled = { score: 0.9, bounds: bounds(0.5, 1) };
    expect(ruleOn(ruled, { pass: 0.8, borderline: 0.4 }).verdict).toBe('pass');
  });

  test('every score within the bounds has a verdict within the bounds of the verdict', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const ranks = ['fail', 'borderline', 'pass'];
    fc.assert(
      fc.property(unit, unit, unit, (a, b, share) => {
        const [worst, best] = [Math.min(a, b), Math.max(a, b)];
        const score = worst + (best - worst) * share;
        const { verdict, verdictBounds } = ruleOn({ score, bounds: { worst, best } });
        const rank = ranks.indexOf(verdictOf(score));
        expect(ranks.indexOf(verdictBounds.worst)).toBeLessThanOrEqual(rank);
        expect(ranks.indexOf(verdictBounds.best)).toBeGreaterThanOrEqual(rank);
        expect(verdict === null).toBe(verdictBounds.worst === 'fail' && verdictBounds.best !== 'fail');
      }),
    );
  });
});

describe('a verdict that somebody else gives', () => {
  test('is within its own bounds, whatever the scores at their ends say', () => {
    expect(ruleOn({ score: 0.9, verdict: 'fail', bounds: { worst: 0.85, best: 1 } })).toEqual({
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'pass' },
    });
    expect(ruleOn({ score: 0.2, verdict: 'pass', bounds: { worst: 0.1, best: 0.3 } })).toEqual({
      verdict: null,
      verdictBounds: { worst: 'fail', best: 'pass' },
    });
  });
});

describe('joinRequirements', () => {
  const part = (requirements: Requirements | undefined, weight = 1) => ({ requirements, weight });

  test.each<[string, readonly ReturnType<typeof part>[], Requirements | undefined]>([
    ['nothing', [part(undefined), part({})], undefined],
    ['one part', [part(undefined), part({ missed: 'default' })], { missed: 'default' }],
    ['written counts before default', [part({ open: 'default' }), part({ open: 'written' })], { open: 'written' }],
    ['missed and open side by side', [part({ open: 'default' }), part({ missed: 'written' })], { missed: 'written', open: 'default' }],
    ['written holds without weight', [part({ missed: 'written', open: 'written' }, 0)], { missed: 'written', open: 'written' }],
    ['default does not', [part({ missed: 'default', open: 'default' }, 0)], undefined],
  ])('%s', (_title, parts, expected) => {
    expect(joinRequirements(parts)).toEqual(expected);
  });
});

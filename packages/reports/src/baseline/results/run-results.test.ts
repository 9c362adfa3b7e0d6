import { ruleOn, UsageError, type ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { groupOf, resultsOf, rowsWith } from '../../../test/sample-baseline.js';
import { rowOf } from '../../../test/sample-comparison.js';

const repeats = (scores: readonly (number | null)[]) =>
  scores.map((score, index) =>
    rowOf('a', score, { repeat: index + 1, ...(score === null ? {} : { verdict: score >= 0.8 ? 'pass' : 'fail' }) }),
  );
const onlyCase = (...scores: readonly (number | null)[]) => groupOf(repeats(scores)).cases.get('a');

describe('repeats are one case', () => {
  test('its score is the mean of the scored ones, to six decimals', () => {
    expect(onlyCase(1, 1, 0.5)).toMatchObject({ result: { score: 0.833333 }, trials: 3, unscored: 0 });
    expect(onlyCase(1, null)).toMatchObject({ result: { score: 1 }, trials: 2, unscored: 1 });
    expect(onlyCase(null, null)).toMatchObject({ result: null, trials: 2, unscored: 2 });
  });

  test.each([
    [[1, 1, 0], 'pass'],
    [[1, 0], 'fail'],
    [[1, 0, 0], 'fail'],
    [[1, null, null], 'pass'],
  ] as const)('%j: pass when more than half of them pass', (scores, verdict) => {
    expect(onlyCase(...scores)?.result?.verdict).toBe(verdict);
  });

  test('what is unscored makes the worst and the best case', () => {
    expect(onlyCase(1, null)).toMatchObject({ worst: { score: 0.5, verdict: 'fail' }, best: { score: 1, verdict: 'pass' } });
    expect(onlyCase(null)).toMatchObject({ worst: { score: 0, verdict: 'fail' }, best: { score: 1, verdict: 'pass' } });
  });

  test('of two rows of one trial the later one counts', () => {
    expect(groupOf([rowOf('a', 0), rowOf('a', 1)]).cases.get('a')).toMatchObject({ trials: 1, result: { score: 1 } });
  });
});

describe('rows with parts that are unscored', () => {
  const partial = { status: 'partial', scoreBounds: { worst: 0.5, best: 1 }, verdict: 'pass' } as const;

  test('have a worst case', () => {
    expect(groupOf([rowOf('a', 1, partial)]).cases.get('a')).toMatchObject({
      result: { score: 1, verdict: 'pass' },
      worst: { score: 0.5, verdict: 'fail' },
      best: { score: 1, verdict: 'pass' },
    });
  });

  test('that missed something required fail in their best case too', () => {
    const scoreBounds = { worst: 0.5, best: 0.9 };
    const best = (requirements?: ResultRow['requirements']) =>
      groupOf([rowOf('a', 0.7, { scoreBounds, ...ruleOn({ score: 0.7, bounds: scoreBounds, requirements }) })]).cases.get('a')?.best;
    expect(best({ missed: 'written' })).toEqual({ score: 0.9, verdict: 'fail' });
    expect(best()).toEqual({ score: 0.9, verdict: 'pass' });
  });

  test('that miss a check of something required fail in their worst case, whatever the score', () => {
    const open = { status: 'partial', ...ruleOn({ score: 1, requirements: { open: 'default' } }) } as const;
    expect(groupOf([rowOf('a', 1, open)]).cases.get('a')).toMatchObject({
      result: { score: 1, verdict: null },
      worst: { score: 1, verdict: 'fail' },
      best: { score: 1, verdict: 'pass' },
    });
  });

  test('have a verdict over their repeats where none of what is open could change it', () => {
    const open = { status: 'partial', ...ruleOn({ score: 1, requirements: { open: 'default' } }) } as const;
    const verdictOf = (...rows: readonly ResultRow[]) => groupOf(rows).cases.get('a')?.result?.verdict;
    expect(verdictOf(rowOf('a', 1, open), rowOf('a', 1, { repeat: 2 }), rowOf('a', 1, { repeat: 3 }))).toBe('pass');
    expect(verdictOf(rowOf('a', 1, open), rowOf('a', 0, { repeat: 2 }), rowOf('a', 1, { repeat: 3 }))).toBeNull();
  });
});

test('suites and targets are told apart, and variants are part of the key', () => {
  const groups = resultsOf([
    ...rowsWith({ a: 1 }),
    ...rowsWith({ a: 0.5 }, { variant: { label: 'temp:0.5', temperature: 0.5 } }),
    ...rowsWith({ a: 1 }, { target: 'other' }),
    ...rowsWith({ a: 1 }, { suite: 'history' }),
  ]);
  expect(groups.map(({ suite, target, cases }) => [suite, target, [...cases.keys()]])).toEqual([
    ['geography', 'mock', ['a', 'a [temp:0.5]']],
    ['geography', 'other', ['a']],
    ['history', 'mock', ['a']],
  ]);
});

test('two cases that would have one key are an error', () => {
  const rows = [rowOf('a', 1, { variant: { label: 'b' } }), rowOf('a [b]', 1)];
  expect(() => resultsOf(rows)).toThrow(UsageError);
  expect(() => resultsOf(rows)).toThrow('"a" and "a [b]" would both be "a [b]"');
});

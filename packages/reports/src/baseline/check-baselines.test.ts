import { ruleOn, type ResultRow } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf, baselineWith, groupOf, rowsWith } from '../../test/sample-baseline.js';
import { rowOf } from '../../test/sample-comparison.js';
import type { CheckBaselinesOptions } from './baseline-check.js';
import { checkBaselines } from './check-baselines.js';

type Scores = Readonly<Record<string, number | null>>;

function checkRows(before: Scores | undefined, rows: readonly ResultRow[], options: Partial<CheckBaselinesOptions> = {}) {
  return checkBaselines({
    groups: [{ results: groupOf(rows), baseline: before && baselineWith(before), file: 'baselines/geography/mock.json' }],
    gate: 'cases',
    terms: { alpha: 0.05 },
    runId: 'run-1',
    tolerance: 0.05,
    filtered: false,
    finished: true,
    ...options,
  });
}

const check = (before: Scores | undefined, after: Scores, options: Partial<CheckBaselinesOptions> = {}) =>
  checkRows(before, rowsWith(after), options);

describe('what decides', () => {
  test('the same results pass: 0', () => {
    expect(check({ a: 1, b: 0.5 }, { a: 1, b: 0.5 })).toMatchObject({
      outcome: 'passed',
      exitCode: 0,
      reasons: ['none of 2 compared cases is worse'],
      groups: [{ compared: 2, same: 2, change: { before: 0.75, after: 0.75, difference: 0 } }],
    });
  });

  test('a worse case fails: 1', () => {
    expect(check({ a: 1, b: 0.5 }, { a: 0.5, b: 1 })).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      reasons: ['geography on mock: 1 of 2 compared cases is worse'],
      groups: [{ regressed: [{ key: 'a', difference: -0.5 }], improved: [{ key: 'b', difference: 0.5 }] }],
    });
  });

  test('a worse verdict is worse within the tolerance too', () => {
    expect(check({ a: 0.8 }, { a: 0.79 }).exitCode).toBe(1);
    expect(check({ a: 0.9 }, { a: 0.86 }).exitCode).toBe(0);
    expect(check({ a: 0.9 }, { a: 0.86 }, { tolerance: 0.01 }).exitCode).toBe(1);
  });

  test('no baseline: 2, before everything else', () => {
    expect(check(undefined, { a: 1 })).toMatchObject({
      outcome: 'no-baseline',
      exitCode: 2,
      reasons: ['geography on mock: there is no baseline (baselines/geography/mock.json)'],
      unknown: [{ suite: 'geography', target: 'mock', cases: 1 }],
    });
  });

  test('a case that lost its score leaves it undecided: 3', () => {
    expect(check({ a: 1, b: 1 }, { a: 1, b: null })).toMatchObject({
      outcome: 'undecided',
      exitCode: 3,
      reasons: ['geography on mock: 1 case lost its score'],
      groups: [{ compared: 1, undecided: [{ key: 'b', after: { score: null } }] }],
    });
  });

  test('a worse case fails whatever else is undecided', () => {
    expect(check({ a: 1, b: 1 }, { a: 0, b: null })).toMatchObject({ exitCode: 1, reasons: [{}, {}] });
  });

  test('nothing in common is inconclusive, never a pass: 4', () => {
    expect(check({ a: 1 }, { b: 1 })).toMatchObject({ outcome: 'inconclusive', exitCode: 4 });
    expect(check({ a: null }, { a: 1 })).toMatchObject({ outcome: 'inconclusive', exitCode: 4 });
  });

  test('new and missing cases are told and fail nothing', () => {
    expect(check({ a: 1, old: 1 }, { a: 1, fresh: 0 })).toMatchObject({
      exitCode: 0,
      groups: [{ added: [{ key: 'fresh' }], missing: [{ key: 'old' }] }],
    });
  });

  test('missing cases of a run that did not finish leave it undecided', () => {
    expect(check({ a: 1, b: 1 }, { a: 1 }, { finished: false })).toMatchObject({
      exitCode: 3,
      reasons: [expect.stringContaining('did not finish, and 1 case of the baseline is missing')],
    });
    expect(check({ a: 1 }, { a: 1 }, { finished: false }).exitCode).toBe(0);
  });

  test('what had no score in the baseline is held against nothing', () => {
    expect(check({ a: 1, b: null }, { a: 1, b: 0 })).toMatchObject({ exitCode: 0, groups: [{ compared: 1, unreferenced: [{ key: 'b' }] }] });
  });
});

describe('parts without a score', () => {
  const open = (score: number, worst: number, best: number) => [rowOf('a', score, { scoreBounds: { worst, best }, ...ruleOn({ score, bounds: { worst, best } }) })];

  test('leave it undecided when they could make the case worse', () => {
    expect(checkRows({ a: 1 }, open(1, 0.5, 1))).toMatchObject({
      exitCode: 3,
      reasons: ['geography on mock: 1 case could be worse if what has no score had been 0'],
    });
  });

  test('leave it undecided when they could save a case that is worse without them', () => {
    expect(checkRows({ a: 1 }, open(0.5, 0.25, 1)).exitCode).toBe(3);
  });

  test('change nothing when the case is worse even in its best case, or not worse in its worst', () => {
    expect(checkRows({ a: 1 }, open(0.5, 0.25, 0.75)).exitCode).toBe(1);
    expect(checkRows({ a: 0.5 }, open(0.75, 0.5, 1)).exitCode).toBe(0);
  });
});

describe('maxDrop', () => {
  const before = { a: 1, b: 1, c: 1, d: 1 };
  const after = { a: 0.96, b: 0.96, c: 0.96, d: 1 };

  test('fails a mean that drops by more, though no case is worse', () => {
    expect(check(before, after, { maxDrop: 0.02 })).toMatchObject({
      exitCode: 1,
      reasons: ['geography on mock: the mean dropped, 1.00 → 0.97; it may drop by 0.02'],
    });
    expect(check(before, after, { maxDrop: 0.03 }).exitCode).toBe(0);
    expect(check(before, after).exitCode).toBe(0);
  });

  test('is undecided when the unscored decide it', () => {
    const rows = [rowOf('a', 0.98, { scoreBounds: { worst: 0.96, best: 1 } })];
    expect(checkRows({ a: 1 }, rows, { maxDrop: 0.03 })).toMatchObject({ exitCode: 3, groups: [{ drop: 'undecided' }] });
  });
});

describe('for all results', () => {
  const scores = fc.dictionary(fc.stringMatching(/^[a-e]$/u), fc.option(fc.integer({ min: 0, max: 20 }).map((n) => n / 20)), { minKeys: 1 });

  test('every case is in exactly one list or the same', () => {
    fc.assert(
      fc.property(scores, scores, (before, after) => {
        const [group] = check(before, after).groups;
        const lists = group ? [group.regressed, group.improved, group.undecided, group.added, group.missing, group.unreferenced] : [];
        const keys = lists.flat().map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length + (group?.same ?? 0)).toBe(new Set([...Object.keys(before), ...Object.keys(after)]).size);
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 25 },
    );
  });

  test('results pass against the baseline that was made of them, whatever the tolerance', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0, max: 1, noNaN: true }), (after, tolerance) => {
        const rows = rowsWith(after);
        const { groups, exitCode } = checkBaselines({
          groups: [{ results: groupOf(rows), baseline: baselineOf(rows), file: '' }],
          gate: 'cases',
          terms: { alpha: 0.05 },
          runId: 'run-1',
          tolerance,
          maxDrop: 0,
          filtered: false,
          finished: true,
        });
        expect(groups[0]).toMatchObject({ regressed: [], improved: [], undecided: [] });
        expect(exitCode).toBe(Object.values(after).every((score) => score === null) ? 4 : 0);
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 25 },
    );
  });
});

/** Replies of five repeats to each of 20 cases, of which so many pass. */
function repeated(passed: (index: number) => number, more: Partial<ResultRow> = {}): readonly ResultRow[] {
  return Array.from({ length: 20 }, (_, index) => index).flatMap((index) =>
    [1, 2, 3, 4, 5].flatMap((repeat) => rowsWith({ [`case-${index}`]: repeat <= passed(index) ? 1 : 0 }, { ...more, repeat })),
  );
}

describe('by the means', () => {
  const before = repeated((index) => 5 - (index % 3));
  const checkMeans = (after: readonly ResultRow[], options: Partial<CheckBaselinesOptions> = {}, baseline = baselineOf(before)) =>
    checkBaselines({
      groups: [{ results: groupOf(after), baseline, file: 'x.json' }],
      gate: 'mean',
      terms: { alpha: 0.05 },
      runId: 'run-2',
      tolerance: 0.05,
      filtered: false,
      finished: true,
      ...options,
    });

  test('cases that flip fail nothing, and are listed with their chances', () => {
    const found = checkMeans(repeated((index) => 5 - ((index + 1) % 3)));
    expect(found).toMatchObject({ outcome: 'passed', exitCode: 0, reasons: [expect.stringMatching(/^geography on mock: not shown to be worse: /u)] });
    expect(found.groups[0]?.regressed.length).toBeGreaterThan(5);
    expect(found.groups[0]?.regressed[0]?.p).toBe(1);
  });

  test('a mean that got worse fails: 1, and the numbers are the same each time', () => {
    const worse = repeated((index) => 3 - (index % 3));
    const found = checkMeans(worse);
    expect(found).toMatchObject({ outcome: 'failed', exitCode: 1, reasons: [expect.stringContaining('geography on mock: worse: 0.81 → 0.41')] });
    expect(checkMeans(worse).groups[0]?.change).toEqual(found.groups[0]?.change);
  });

  test('with a margin: 0 within it, 1 beyond it, 4 where that is open', () => {
    expect(checkMeans(before, { terms: { alpha: 0.05, margin: 0.3 } })).toMatchObject({ outcome: 'passed', exitCode: 0 });
    expect(checkMeans(before, { terms: { alpha: 0.05, margin: 0.001 } })).toMatchObject({ outcome: 'inconclusive', exitCode: 4, reasons: [expect.stringContaining('undecided: the drop may be up to')] });
    expect(checkMeans(repeated(() => 0), { terms: { alpha: 0.05, margin: 0.1 } })).toMatchObject({ outcome: 'failed', exitCode: 1 });
  });

  test('what has no score counts where it could turn it: 3, and nowhere else', () => {
    const lost = (rows: readonly ResultRow[], from: number) => rows.map((row, index) => (index < from ? row : rowOf(row.caseId, null, { repeat: row.repeat, source: row.source })));
    expect(checkMeans(lost(before, 99))).toMatchObject({ outcome: 'passed', exitCode: 0 });
    expect(checkMeans(lost(before, 60))).toMatchObject({ outcome: 'undecided', exitCode: 3, reasons: ['geography on mock: what has no score decides whether it is worse'] });
    expect(checkMeans(lost(repeated(() => 0), 90))).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(checkMeans(lost(before, 0))).toMatchObject({ exitCode: 3 });
  });

  test('a baseline of means alone is held against, and marked', () => {
    const { cases, ...rest } = baselineOf(before);
    const earlier = { ...rest, version: 1 as const, cases: new Map([...cases].map(([key, { score, verdict, trials }]) => [key, { score, verdict, trials }])) };
    expect(checkMeans(before, {}, earlier)).toMatchObject({ exitCode: 0, groups: [{ earlier: true, change: { noiseUnknown: true, repliesBefore: 100 } }] });
    expect(checkMeans(repeated(() => 1), {}, earlier)).toMatchObject({ exitCode: 1 });
  });

  test('cases that vanished are told; from a run that did not finish they leave it undecided: 3', () => {
    const part = before.slice(0, 50);
    expect(checkMeans(part)).toMatchObject({ exitCode: 0, groups: [{ missing: { length: 10 } }] });
    expect(checkMeans(part, { finished: false })).toMatchObject({ exitCode: 3 });
    expect(checkMeans(rowsWith({ other: 1 }))).toMatchObject({ exitCode: 4, reasons: [expect.stringContaining('no case has a score in both')] });
  });
});

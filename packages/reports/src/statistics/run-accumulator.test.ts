import { decodeRow, encodeRow, weightedMean, type ResultRow, type Verdict } from '@assay/schema';
import { edgeCaseRows, sampleErrorRow, sampleRow } from '@assay/schema/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRunAccumulator, type RunAccumulatorOptions, type RunStatistics } from './run-accumulator.js';

function accumulate(rows: readonly ResultRow[], options?: RunAccumulatorOptions): RunStatistics {
  const accumulator = createRunAccumulator(options);
  for (const row of rows) accumulator.add(row);
  return accumulator.result();
}

function scored(score: number, overrides: Partial<ResultRow> = {}): ResultRow {
  const verdict: Verdict = score >= 0.8 ? 'pass' : score >= 0.6 ? 'borderline' : 'fail';
  return sampleRow({ score, scoreBounds: { worst: score, best: score }, verdict, ...overrides });
}

describe('a group', () => {
  test('counts different cases once and every trial', () => {
    const [group] = accumulate([
      scored(1, { caseId: 'a' }),
      scored(0.7, { caseId: 'a', repeat: 2 }),
      scored(0.1, { caseId: 'b' }),
      sampleErrorRow({ caseId: 'c' }),
      scored(1, { caseId: 'd', status: 'partial' }),
    ]).groups;
    expect(group).toMatchObject({ cases: 4, trials: 5, passed: 2, borderline: 1, failed: 1, unscored: 1, partial: 1 });
  });

  test('its score is the mean of the scored trials weighted by case; the unscored are 0 and 1 in the bounds', () => {
    const rows = [scored(1, { caseWeight: 3 }), scored(0.5), sampleErrorRow({ caseWeight: 2 })];
    const [group] = accumulate(rows).groups;
    expect(group?.score).toBe(0.875);
    expect(group?.bounds).toEqual({ worst: 3.5 / 6, best: 5.5 / 6 });
  });

  test('bounds of partly scored rows count', () => {
    const [group] = accumulate([scored(0.9, { scoreBounds: { worst: 0.5, best: 1 } }), scored(1)]).groups;
    expect(group?.bounds).toEqual({ worst: 0.75, best: 1 });
  });

  test('a trial without a score is anything from 0 to 1, whatever its own bounds', () => {
    const [group] = accumulate([scored(1), sampleErrorRow({ scoreBounds: { worst: 0.5, best: 0.6 } })]).groups;
    expect(group?.bounds).toEqual({ worst: 0.5, best: 1 });
  });

  test('all weights 0 give no score', () => {
    const [group] = accumulate([scored(1, { caseWeight: 0 })]).groups;
    expect(group).toMatchObject({ score: null, bounds: { worst: 0, best: 1 }, passed: 1 });
  });

  test('its score is that of the weighted mean of the schema package', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const item = fc.record({ score: fc.option(share), weight: fc.double({ min: 0.001, max: 100, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const rows = items.map(({ score, weight }) =>
          score === null ? sampleErrorRow({ caseWeight: weight }) : scored(score, { caseWeight: weight }),
        );
        const [group] = accumulate(rows).groups;
        const mean = weightedMean(items);
        if (mean.score === null) expect(group?.score).toBeNull();
        else expect(group?.score).toBeCloseTo(mean.score, 12);
        expect(group?.bounds.worst).toBeCloseTo(mean.bounds.worst, 12);
        expect(group?.bounds.best).toBeCloseTo(mean.bounds.best, 12);
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 25 },
    );
  });

  test('costs and tokens are summed, without rounding on the way', () => {
    const row = scored(1, {
      costUsd: 0.1,
      judgeCostUsd: 0.2,
      usage: { inputTokens: 5, outputTokens: 2, reasoningTokens: 1 },
    });
    const [group] = accumulate(Array.from({ length: 10 }, () => row)).groups;
    expect(group).toMatchObject({
      costUsd: 1,
      judgeCostUsd: 2,
      costIncomplete: false,
      usage: { inputTokens: 50, outputTokens: 20, reasoningTokens: 10 },
    });
  });

  test('a reply without a known price makes the cost incomplete; no reply costs nothing', () => {
    expect(accumulate([scored(1, { costUsd: undefined, costIncomplete: true }), scored(1)]).groups[0]).toMatchObject({
      costUsd: 0.000_12,
      costIncomplete: true,
    });
    expect(accumulate([sampleErrorRow()]).groups[0]).toMatchObject({ costIncomplete: false });
    expect(accumulate([sampleErrorRow()]).groups[0]).not.toHaveProperty('costUsd');
    expect(accumulate([scored(1, { judgeCostUsd: 2, judgeCostIncomplete: true })]).groups[0]).toMatchObject({
      judgeCostUsd: 2,
      costIncomplete: true,
    });
  });

  test('latencies give a median and a 95th percentile; without replies there are none', () => {
    const rows = Array.from({ length: 101 }, (_, index) => scored(1, { latencyMs: index }));
    expect(accumulate(rows).groups[0]?.latencyMs).toEqual({ median: 50, p95: 95 });
    expect(accumulate([sampleErrorRow()]).groups[0]?.latencyMs).toBeNull();
  });

  test('trials are passed, borderline, failed, open or unscored: nothing else, and nothing twice', () => {
    const [group] = accumulate([
      scored(1),
      scored(0.7),
      scored(0.1),
      scored(0.9, { verdict: null, verdictBounds: { worst: 'fail', best: 'pass' }, status: 'partial' }),
      sampleErrorRow(),
    ]).groups;
    expect(group).toMatchObject({ trials: 5, passed: 1, borderline: 1, failed: 1, open: 1, unscored: 1, partial: 1 });
  });

  test('gates count what is certain, and what the missing parts decide', () => {
    const [group] = accumulate([
      scored(1),
      scored(0.7),
      scored(0.1),
      scored(0.9, { verdict: null, verdictBounds: { worst: 'fail', best: 'pass' } }),
      scored(0.9, { verdict: 'pass', verdictBounds: { worst: 'borderline', best: 'pass' } }),
      scored(0.7, { verdict: null, verdictBounds: { worst: 'fail', best: 'borderline' } }),
      sampleErrorRow(),
      sampleErrorRow({ verdictBounds: { worst: 'fail', best: 'fail' }, requirements: { missed: 'written' } }),
    ]).groups;
    expect(group).toMatchObject({ surelyFailed: 2, failedUnscored: 1, maybeFailed: 2, surelyBelowPass: 4, maybeBelowPass: 2 });
  });

  test('of what must hold, gates count only what is written, and what is missed before what is open', () => {
    const [group] = accumulate([
      scored(1, { requirements: { missed: 'written', open: 'written' } }),
      scored(1, { requirements: { missed: 'default', open: 'written' } }),
      scored(1, { requirements: { missed: 'default', open: 'default' } }),
    ]).groups;
    expect(group).toMatchObject({ requiredMissed: 1, requiredOpen: 1 });
  });
});

describe('a run', () => {
  test('groups come in the order of suites and targets that was given', () => {
    const rows = ['b10', 'b9', 'a'].flatMap((suite) => ['y', 'x'].map((target) => scored(1, { suite, target })));
    const names = (options?: RunAccumulatorOptions): readonly string[] =>
      accumulate(rows, options).groups.map(({ suite, target }) => `${suite}/${target}`);
    expect(names()).toEqual(['a/x', 'a/y', 'b9/x', 'b9/y', 'b10/x', 'b10/y']);
    expect(names({ suites: ['b9', 'b10', 'a'], targets: ['y'] })).toEqual([
      'b9/y',
      'b9/x',
      'b10/y',
      'b10/x',
      'a/y',
      'a/x',
    ]);
  });

  test('failed and unscored rows are problems; borderline ones are not', () => {
    const result = accumulate([
      scored(1),
      scored(0.7),
      scored(0.1),
      sampleErrorRow(),
      scored(0.9, { verdict: 'fail' }),
    ]);
    expect(result.problemCount).toBe(3);
    expect(result.problems.map(({ score }) => score).sort()).toEqual([0.1, 0.9, null]);
  });

  test('the number of problems is bounded, 50 by default', () => {
    const rows = Array.from({ length: 80 }, (_, index) => sampleErrorRow({ trialKey: String(index) }));
    expect(accumulate(rows).problems).toHaveLength(50);
    expect(accumulate(rows, { maxProblems: 7 })).toMatchObject({ problemCount: 80, problems: { length: 7 } });
  });

  test('without rows there is nothing', () => {
    expect(accumulate([])).toEqual({
      groups: [],
      problems: [],
      problemCount: 0,
      borderlineCases: [],
      borderlineCount: 0,
      warnings: [],
    });
  });

  test('the summary of permuted rows is identical', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const row = fc.record({
      score: fc.option(share),
      suite: fc.constantFrom('a', 'b'),
      target: fc.constantFrom('x', 'y'),
      caseId: fc.constantFrom('c1', 'c2', 'c10'),
      line: fc.integer({ min: 1, max: 20 }),
      weight: fc.double({ min: 0, max: 10, noNaN: true }),
      costUsd: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
      latencyMs: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
      warnings: fc.array(fc.constantFrom('w1', 'w2', 'w3')),
      order: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (specs) => {
        const rows = specs.map(({ score, line, weight, order, ...rest }, index) => {
          const common = { ...rest, caseWeight: weight, source: `f.yaml:${line}:1`, trialKey: `k${index}` };
          return { order, row: score === null ? sampleErrorRow(common) : scored(score, common) };
        });
        const permuted = rows.toSorted((a, b) => a.order - b.order).map((entry) => entry.row);
        const options = { maxProblems: 5 };
        expect(accumulate(permuted, options)).toStrictEqual(
          accumulate(
            rows.map((entry) => entry.row),
            options,
          ),
        );
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 20 },
    );
  });
});

describe('a run that is continued', () => {
  /** A row as another process reads it back. */
  const stored = (row: ResultRow): ResultRow => decodeRow(JSON.parse(JSON.stringify(encodeRow(row))));

  const plain = { noNullPrototype: true } as const;
  // No measure of the engine is -0, which JSON cannot say.
  const metric = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => value + 0);
  const number = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 0.1));
  const row = fc.record({
    score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    suite: fc.constantFrom('a', 'b', 'a1', 'a01'),
    target: fc.constantFrom('x', 'y', 'X'),
    caseId: fc.string({ unit: 'binary', maxLength: 3 }),
    line: fc.integer({ min: 1, max: 5 }),
    variant: fc.constantFrom({ label: '' }, { label: 'temp:0.5', temperature: 0.5 }, { label: 'sys:1', system: 'a' }, { label: 'sys:1', system: 'b\u0000' }),
    costUsd: fc.option(number, { nil: undefined }),
    judgeCostUsd: fc.option(number, { nil: undefined }),
    usage: fc.option(fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat(), reasoningTokens: fc.option(number, { nil: undefined }) }, plain), { nil: undefined }),
    metrics: fc.array(fc.record({ name: fc.constantFrom('m', 'n'), value: metric }, plain), { maxLength: 2 }),
    warnings: fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 3 }),
  });

  test('has the statistics of one that went through, whatever was stored before and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.nat(), fc.boolean(), (specs, cut, reversed) => {
        const rows = specs.map(({ score, line, ...rest }, index) => {
          const common = { ...rest, source: `f.yaml:${line}:1`, trialKey: `k${index}` };
          return score === null ? sampleErrorRow(common) : scored(score, common);
        });
        rows.push(...edgeCaseRows().map((odd, index) => ({ ...odd, trialKey: `odd${index}` })));
        const before = rows.slice(0, cut % (rows.length + 1));
        const after = rows.slice(before.length);
        const options = { maxProblems: 5, suites: ['b'] };
        const continued = [...(reversed ? before.toReversed() : before).map(stored), ...after];
        expect(accumulate(continued, options)).toEqual(accumulate(rows, options));
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 60 : 15 },
    );
  });
});

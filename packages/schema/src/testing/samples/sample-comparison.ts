import type { Comparison } from '../../contracts/comparison.js';
import type { MeanChange } from '../../contracts/mean-change.js';

/** A mean that got worse beyond what chance does. */
export function sampleChange(overrides: Partial<MeanChange> = {}): MeanChange {
  return {
    before: 0.8,
    after: 0.7,
    difference: -0.1,
    low: -0.18,
    high: -0.02,
    level: 0.95,
    bound: -0.165,
    pWorse: 0.01,
    pBetter: 0.995,
    pWorseAdjusted: 0.01,
    verdict: 'worse',
    cases: 3,
    clusters: 3,
    repliesBefore: 15,
    repliesAfter: 15,
    noiseUnknown: false,
    detectable: 0.09,
    ...overrides,
  };
}

/** A run compared with its baseline: one case is worse, one is better. */
export function sampleComparison(overrides: Partial<Comparison> = {}): Comparison {
  const none = { count: 0, cases: [] };
  const place = { suite: 'geography', suitePath: 'evals/geography.yaml', target: 'mock' };
  return {
    kind: 'baselines',
    before: 'baselines',
    location: '.assay/runs/run-1',
    runId: 'run-1',
    outcome: 'failed',
    exitCode: 1,
    reasons: ['geography on mock: worse: 0.80 → 0.70, −0.10 (−0.18 to −0.02), p = 0.010'],
    pairs: [{ ...place, targetBefore: 'mock', compared: 3, worse: 1, same: 1, better: 1, open: 0, scoreBefore: 0.8, score: 0.7, change: sampleChange(), measures: [{ name: 'tokens', ...sampleChange({ before: 120, after: 150, difference: 30, low: 10, high: 50, bound: 45 }) }] }],
    terms: { alpha: 0.05 },
    gate: 'mean',
    worse: { count: 1, cases: [{ ...place, caseId: 'capital-of-france', source: 'evals/geography.yaml:3:5', scoreBefore: 1, score: 0.4 }] },
    open: none,
    better: { count: 1, cases: [{ ...place, caseId: 'capital-of-italy', source: 'evals/geography.yaml:9:5', scoreBefore: 0.5, score: 0.8 }] },
    added: none,
    unreferenced: none,
    missing: none,
    document: { schema_version: 1, outcome: 'failed' },
    ...overrides,
  };
}

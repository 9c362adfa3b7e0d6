import type { Comparison } from '../../contracts/comparison.js';

/** A run held against its baseline: one case is worse, one is better. */
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
    reasons: ['geography on mock: 1 of 3 compared cases is worse'],
    pairs: [{ ...place, targetBefore: 'mock', compared: 3, worse: 1, same: 1, better: 1, open: 0, scoreBefore: 0.8, score: 0.7, difference: -0.1, standardError: 0.05 }],
    worse: { count: 1, cases: [{ ...place, caseId: 'capital-of-france', source: 'evals/geography.yaml:3:5', scoreBefore: 1, score: 0.4 }] },
    open: none,
    better: { count: 1, cases: [{ ...place, caseId: 'capital-of-italy', source: 'evals/geography.yaml:9:5', scoreBefore: 0.5, score: 0.8 }] },
    added: none,
    missing: none,
    document: { schema_version: 1, outcome: 'failed' },
    ...overrides,
  };
}

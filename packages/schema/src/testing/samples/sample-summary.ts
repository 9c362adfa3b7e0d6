import type { GroupSummary, RunSummary } from '../../row/run-summary.js';

/** One suite on one target: a single case that passed. */
export function sampleGroup(overrides: Partial<GroupSummary> = {}): GroupSummary {
  return {
    suite: 'geography',
    suitePath: 'evals/geography.yaml',
    target: 'mock',
    cases: 1,
    trials: 1,
    passed: 1,
    borderline: 0,
    failed: 0,
    open: 0,
    unscored: 0,
    partial: 0,
    score: 1,
    bounds: { worst: 1, best: 1 },
    costIncomplete: false,
    latencyMs: { median: 420, p95: 420 },
    ...overrides,
  };
}

/** A run of one group that passed. */
export function sampleSummary(overrides: Partial<RunSummary> = {}): RunSummary {
  return {
    runId: 'run-1',
    location: '.assay/runs/run-1',
    outcome: 'passed',
    exitCode: 0,
    reasons: ['every case passed'],
    groups: [sampleGroup()],
    problems: [],
    problemCount: 0,
    borderlineCases: [],
    borderlineCount: 0,
    skippedCases: 0,
    complete: true,
    plannedTrials: 1,
    durationMs: 430,
    threshold: undefined,
    warnings: [],
    ...overrides,
  };
}

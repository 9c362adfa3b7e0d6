import type { RunStart } from '../../contracts/reporter.js';

/** The start of the run that {@link sampleSummary} ends. */
export function sampleRunStart(overrides: Partial<RunStart> = {}): RunStart {
  return {
    runId: 'run-1',
    location: '.assay/runs/run-1',
    suites: ['geography'],
    targets: ['mock'],
    judges: [],
    total: 1,
    ...overrides,
  };
}

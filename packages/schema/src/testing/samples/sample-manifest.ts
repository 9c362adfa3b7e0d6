import { MANIFEST_SCHEMA_VERSION, type RunManifest } from '../../row/run-manifest.js';

/** The manifest of a run that is under way. */
export function sampleManifest(overrides: Partial<RunManifest> = {}): RunManifest {
  return {
    schemaVersion: MANIFEST_SCHEMA_VERSION,
    runId: 'run-1',
    status: 'running',
    assayVersion: '0.0.0',
    nodeVersion: 'v20.19.0',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    suites: [{ name: 'geography', path: 'evals/geography.yaml', dialect: 'eval-case', file: 'evals/geography.yaml', sha256: 'c0ffee'.padEnd(64, '0') }],
    targets: [{ name: 'mock', provider: 'mock', model: 'mock-1' }],
    judges: [],
    options: {},
    cwd: '../../..',
    identity: { salt: '00ff', targets: [{ name: 'mock', written: 'a1', resolved: 'b2' }] },
    rows: 0,
    ...overrides,
  };
}

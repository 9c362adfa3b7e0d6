import type { Baseline, BaselineCase, ResultRow } from '@assay/schema';
import { createRunResults, type GroupResults } from '../src/baseline/results/run-results.js';
import { makeBaseline } from '../src/baseline/results/make-baseline.js';
import { rowOf } from './sample-comparison.js';

/** The results of rows, by suite and target. */
export function resultsOf(rows: readonly ResultRow[]): readonly GroupResults[] {
  const results = createRunResults();
  for (const row of rows) results.add(row);
  return results.groups();
}

/** The only group of rows. */
export function groupOf(rows: readonly ResultRow[]): GroupResults {
  const [group] = resultsOf(rows);
  return group ?? { suite: 'geography', suitePath: 'evals/geography.yaml', target: 'mock', cases: new Map() };
}

/** The baseline of rows of one suite on one target. */
export function baselineOf(rows: readonly ResultRow[], previous?: Baseline): Baseline {
  const results = groupOf(rows);
  return makeBaseline({
    results,
    target: { name: results.target, provider: 'mock' },
    assayVersion: '1.0.0',
    date: '2026-01-31',
    previous,
    keepOthers: false,
  });
}

/** A baseline with these scores; 0.8 and above pass, others fail. */
export function baselineWith(scores: Readonly<Record<string, number | null>>): Baseline {
  const cases = Object.entries(scores).map(([key, score]): [string, BaselineCase] => [
    key,
    { score, verdict: score === null ? null : score >= 0.8 ? 'pass' : 'fail' },
  ]);
  return { suite: 'geography', target: { name: 'mock' }, cases: new Map(cases) };
}

/** Rows with these scores; 0.8 and above pass, others fail; null is unscored. */
export function rowsWith(scores: Readonly<Record<string, number | null>>, overrides: Partial<ResultRow> = {}): readonly ResultRow[] {
  return Object.entries(scores).map(([caseId, score], index) =>
    rowOf(caseId, score, {
      source: `evals/geography.yaml:${3 + 6 * index}:5`,
      ...(score === null ? {} : { verdict: score >= 0.8 ? ('pass' as const) : ('fail' as const) }),
      ...overrides,
    }),
  );
}

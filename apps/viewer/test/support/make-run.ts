import { mkdirSync, writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireManifest, WireRow, WireSummary } from '@assay/schema';

type Verdict = WireRow['verdict'];

/** A row that passes every check of rows, with what a test says of it. */
export function wireRow(number: number, more: Partial<WireRow> = {}): WireRow {
  const score = more.score === undefined ? 1 : more.score;
  const verdict: Verdict = score === null ? null : score >= 0.8 ? 'pass' : score >= 0.6 ? 'borderline' : 'fail';
  const text = `Reply ${number}`;
  return {
    schema_version: 1,
    run_id: 'made',
    trial_key: `trial-${number}`,
    scoring_key: `scoring-${number}`,
    suite: 'made',
    suite_path: 'made.yaml',
    case_id: `case-${number}`,
    source: `made.yaml:${number + 1}:1`,
    case_weight: 1,
    tags: [],
    target: 'model',
    variant: { label: '' },
    repeat: 1,
    status: score === null ? 'error' : 'ok',
    score,
    score_bounds: { worst: score ?? 0, best: score ?? 1 },
    verdict,
    verdict_bounds: { worst: verdict ?? 'fail', best: verdict ?? 'pass' },
    input: [{ role: 'user', content: `Question ${number}` }],
    evaluators: [{ name: 'contains', type: 'contains', weight: 1, score }],
    metrics: [],
    output: { text, messages: [{ role: 'assistant', content: text }], tool_calls: [] },
    latency_ms: 100,
    cached: false,
    warnings: [],
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:00:01.000Z',
    ...more,
  };
}

function manifest(id: string, rows: number, status: WireManifest['status']): WireManifest {
  return {
    schema_version: 1,
    run_id: id,
    status,
    assay_version: '0.0.0',
    node_version: process.version,
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: status === 'running' ? null : '2026-01-01T00:01:00.000Z',
    suites: [{ name: 'made', path: 'made.yaml', dialect: 'eval-case', file: 'made.yaml', sha256: null }],
    targets: [{ name: 'model', provider: 'mock' }],
    judges: [],
    options: { files: ['made.yaml'] },
    cwd: '../../..',
    identity: { salt: '00', targets: [] },
    rows,
  };
}

const count = (rows: readonly WireRow[], verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;

type WireGroup = WireSummary['groups'][number];

/** What the summary says of rows of one suite on one target, with what a test says of it. */
export function wireGroup(rows: readonly WireRow[], more: Partial<WireGroup> = {}): WireGroup {
  return {
    suite: 'made',
    suite_path: 'made.yaml',
    target: 'model',
    cases: rows.length,
    trials: rows.length,
    passed: count(rows, 'pass'),
    borderline: count(rows, 'borderline'),
    failed: count(rows, 'fail'),
    open: 0,
    unscored: count(rows, null),
    partial: 0,
    score: 0.5,
    bounds: { worst: 0.5, best: 0.5 },
    cost_incomplete: true,
    latency_ms: { median: 100, p95: 100 },
    ...more,
  };
}

function summary(id: string, rows: readonly WireRow[]): WireSummary {
  return {
    schema_version: 1,
    run_id: id,
    location: `.assay/runs/${id}`,
    outcome: count(rows, 'fail') > 0 ? 'failed' : 'passed',
    exit_code: count(rows, 'fail') > 0 ? 1 : 0,
    reasons: [],
    groups: [wireGroup(rows)],
    problems: [],
    problem_count: 0,
    borderline_cases: [],
    borderline_count: 0,
    skipped_cases: 0,
    complete: true,
    planned_trials: rows.length,
    duration_ms: 60_000,
    warnings: [],
  };
}

/** Writes the folder of a run into a project. @param project folder with `.assay` @param told what its summary says besides @param described what it says of itself besides */
export function writeRun(project: string, id: string, rows: readonly WireRow[], told: Partial<WireSummary> = {}, described: Partial<WireManifest> = {}): void {
  const folder = join(project, '.assay', 'runs', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...manifest(id, rows.length, 'finished'), ...described }));
  writeFileSync(join(folder, 'results.jsonl'), '');
  const PART = 1000;
  for (let from = 0; from < rows.length; from += PART) {
    appendFileSync(join(folder, 'results.jsonl'), rows.slice(from, from + PART).map((row) => `${JSON.stringify({ ...row, run_id: id })}\n`).join(''));
  }
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ ...summary(id, rows), ...told }));
}

import { ROW_SCHEMA_VERSION, type ResultRow } from '../../row/result-row.js';
import { ruleOn } from '../../scoring/rule-on.js';

/** Verdict and its bounds as the score gives them; `verdict` alone decides all of them. */
function ruled({ score = 1, scoreBounds, verdict }: Partial<ResultRow>): Pick<ResultRow, 'verdict' | 'verdictBounds'> {
  const ruling = ruleOn({ score, bounds: scoreBounds });
  if (verdict === undefined) return ruling;
  const { worst, best } = ruling.verdictBounds;
  if (verdict === null) return { verdict, verdictBounds: { worst: 'fail', best } };
  if (verdict === 'fail') return { verdict, verdictBounds: { worst: 'fail', best: 'fail' } };
  return { verdict, verdictBounds: worst === best ? { worst: verdict, best: verdict } : { worst, best } };
}

/** The row of {@link sampleTrial} after it passed. Verdict and bounds of the verdict follow the score, where they are not given. */
export function sampleRow(overrides: Partial<ResultRow> = {}): ResultRow {
  return {
    schemaVersion: ROW_SCHEMA_VERSION,
    runId: 'run-1',
    trialKey: 'trial-1',
    scoringKey: 'scoring-1',
    assessmentKey: 'assessment-1',
    criteriaKey: 'criteria-1',
    suite: 'geography',
    suitePath: 'evals/geography.yaml',
    caseId: 'capital-of-france',
    source: 'evals/geography.yaml:3:5',
    caseWeight: 1,
    tags: [],
    target: 'mock',
    variant: { label: '' },
    repeat: 1,
    status: 'ok',
    score: 1,
    scoreBounds: { worst: 1, best: 1 },
    ...ruled(overrides),
    input: [{ role: 'user', content: 'What is the capital of France?' }],
    evaluators: [
      { name: 'contains', type: 'contains', weight: 1, score: 1, verdict: 'pass', hits: ['contains "Paris"'], misses: [] },
    ],
    metrics: [],
    output: {
      text: 'The capital of France is Paris.',
      messages: [{ role: 'assistant', content: 'The capital of France is Paris.' }],
      toolCalls: [],
    },
    usage: { inputTokens: 14, outputTokens: 8 },
    costUsd: 0.000_12,
    latencyMs: 420,
    cached: false,
    warnings: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:00.420Z',
    ...overrides,
  };
}

/** A row without a reply or a score: the target could not be reached. */
export function sampleErrorRow(overrides: Partial<ResultRow> = {}): ResultRow {
  const { usage: _usage, costUsd: _costUsd, ...row } = sampleRow();
  return {
    ...row,
    status: 'error',
    score: null,
    scoreBounds: { worst: 0, best: 1 },
    verdict: null,
    verdictBounds: { worst: 'fail', best: 'pass' },
    evaluators: [],
    output: null,
    latencyMs: null,
    error: { code: 'network', message: 'connection refused', hint: 'is the server running?' },
    ...overrides,
  };
}

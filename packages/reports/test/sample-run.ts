import type { ResultRow, RunSummary } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { summarizeRun } from '../src/gates/summarize-run.js';
import { createRunAccumulator } from '../src/statistics/run-accumulator.js';

const pass: Partial<ResultRow> = { score: 0.95, scoreBounds: { worst: 0.95, best: 0.95 }, costUsd: 0.0012 };

/** Rows of a run in which one trial failed and one could not be scored. */
function sampleRows(): readonly ResultRow[] {
  const passed = ['demo-agent', 'gpt-4.1-mini'].flatMap((target) =>
    Array.from({ length: 3 }, (_, index) =>
      sampleRow({
        ...pass,
        suite: 'support',
        target,
        caseId: `greeting-${index}`,
        trialKey: `${target}-${index}`,
        latencyMs: 1240,
      }),
    ),
  );
  return [
    ...passed,
    sampleRow({
      ...pass,
      suite: 'support',
      target: 'demo-agent',
      caseId: 'refund-window',
      source: 'evals/support.yaml:12:5',
      trialKey: 'refund',
      status: 'partial',
      score: 0.4,
      scoreBounds: { worst: 0.3, best: 0.5 },
      verdict: 'fail',
      latencyMs: 2100,
      warnings: ['1 of 3 judges was lost'],
      evaluators: [
        { name: 'facts', type: 'contains', weight: 1, score: 0, misses: ['no "30 days"', 'no "original packaging"'] },
        {
          name: 'rubric',
          type: 'rubric',
          weight: 1,
          score: 0.6,
          requirements: { missed: 'written' },
          points: [
            {
              text: 'Names the deadline for a refund, counted from the day of delivery',
              score: 0.25,
              weight: 1,
              required: true,
            },
            { text: 'Blames the customer', score: 0.5, weight: 1, inverted: true },
          ],
        },
      ],
    }),
    sampleErrorRow({
      suite: 'support',
      target: 'gpt-4.1-mini',
      caseId: '返金の期限',
      source: 'evals/support.yaml:40:5',
      trialKey: 'lost',
      error: {
        code: 'rate_limit',
        message: 'gpt-4.1-mini: HTTP 429 after 5 attempts',
        hint: 'lower `workers` of the target, or raise `max_retries`',
      },
    }),
  ];
}

/** The summary of {@link sampleRows}. */
export function sampleRunSummary(threshold?: number): RunSummary {
  const accumulator = createRunAccumulator();
  for (const row of sampleRows()) accumulator.add(row);
  return summarizeRun(accumulator.result(), {
    runId: '20260101-0900-k3f9',
    location: '.assay/runs/20260101-0900-k3f9',
    skippedCases: 1,
    plannedTrials: 8,
    durationMs: 184_000,
    threshold,
  });
}

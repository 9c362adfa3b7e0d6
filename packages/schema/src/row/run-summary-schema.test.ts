import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { sampleGroup, sampleSummary } from '../testing/samples/sample-summary.js';
import { encodeSummary, RunSummarySchema } from './run-summary-schema.js';

describe('a summary on the wire', () => {
  test('has snake_case names, its version, and is accepted by its schema', () => {
    const wire = encodeSummary(
      sampleSummary({
        groups: [sampleGroup({ interval: { low: 0.025, high: 1, level: 0.95, clusters: 1, method: 'clopper_pearson' }, costUsd: 0.1, judgeCostUsd: 0.2, usage: { inputTokens: 1, outputTokens: 2 } })],
        problems: [
          {
            suite: 'geography',
            suitePath: 'a.yaml',
            target: 'mock',
            caseId: 'capital',
            source: 'a.yaml:1:1',
            variant: '',
            repeat: 1,
            verdict: null,
            score: null,
            why: ['timed out'],
            error: { code: 'timeout', message: 'timed out' },
          },
        ],
        plannedTrials: 4,
        threshold: 0.8,
      }),
    );
    expect(wire).toMatchObject({
      schema_version: 1,
      planned_trials: 4,
      groups: [{ interval: { low: 0.025, high: 1, level: 0.95, clusters: 1, method: 'clopper_pearson' }, cost_usd: 0.1, judge_cost_usd: 0.2, usage: { input_tokens: 1, output_tokens: 2 } }],
      problems: [{ case_id: 'capital', error: { code: 'timeout' } }],
    });
    expect(v.safeParse(RunSummarySchema, JSON.parse(JSON.stringify(wire))).issues).toBeUndefined();
    expect(JSON.stringify(wire)).not.toMatch(/"[a-z]+[A-Z]\w*":/u);
  });

  test('every field of the schema comes out of the summary', () => {
    const resumed = { kept: 1, asked: 2, rescored: 0, outside: 0, costIncomplete: false };
    const parts = { shard: { index: 1, count: 2 }, merged: { count: 2, missing: [], runs: [] } };
    const wire = encodeSummary(sampleSummary({ plannedTrials: 1, waitingTrials: 1, threshold: 0.5, variants: [], budgets: [], judging: { judges: [], disputed: [] }, repeats: { cases: 0, flakyCount: 0, flaky: [] }, rechecks: { most: 5, cases: 0, planned: 0, done: 0, flakyCount: 0, list: [] }, rounds: { least: 3, most: 10, by: 'threshold', groups: [] }, resumed, ...parts }));
    expect(Object.keys(wire).toSorted()).toEqual(Object.keys(RunSummarySchema.entries).toSorted());
  });
});

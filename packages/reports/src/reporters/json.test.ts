import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sampleComparison, sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './json.js';

/** All fields of a summary, as they are told to other languages. */
const { properties } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@assay/schema/schemas/run-summary.schema.json'), 'utf8')) as { readonly properties: object };

test('one document at the end, in wire form', async () => {
  const { reporter, written } = await makeReporter(definition, {});
  reporter.runStarted?.(sampleRunStart());
  reporter.trialFinished?.(sampleRow());
  expect(written()).toBe('');
  await reporter.runFinished?.(sampleSummary({ threshold: 0.8, waitingTrials: 1, variants: [], resumed: { kept: 1, asked: 2, rescored: 0, outside: 0, costIncomplete: false }, shard: { index: 1, count: 2 }, merged: { count: 2, missing: [], runs: [] }, budgets: [], judging: { judges: [], disputed: [] }, repeats: { cases: 0, flakyCount: 0, flaky: [] }, rechecks: { most: 5, cases: 0, planned: 0, done: 0, flakyCount: 0, list: [] }, rounds: { least: 3, most: 10, by: 'threshold', groups: [] } }));
  const document: Record<string, unknown> = JSON.parse(written());
  expect(document).toMatchObject({ schema_version: 1, run_id: 'run-1', exit_code: 0, threshold: 0.8 });
  expect(Object.keys(document).toSorted()).toEqual(Object.keys(properties).toSorted());
  expect(written().endsWith('}\n')).toBe(true);
});

test('of a comparison it is the document of its command', async () => {
  const { reporter, written } = await makeReporter(definition, {});
  await reporter.comparisonFinished?.(sampleComparison({ document: { schema_version: 1, outcome: 'compared' } }));
  expect(written()).toBe('{\n  "schema_version": 1,\n  "outcome": "compared"\n}\n');
});

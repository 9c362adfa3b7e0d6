import { expect, test } from 'vitest';
import { compareRows, rowOf, sampleComparison } from '../../test/sample-comparison.js';
import { encodeComparison } from './encode-comparison.js';

/** All keys of all objects in a value. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]);
}

const snakeCase = (key: string): string => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

test('every field of a comparison is printed, in snake_case', () => {
  const comparison = sampleComparison();
  const encoded = encodeComparison(comparison);
  expect(new Set(keysOf(encoded))).toEqual(
    new Set([...keysOf({ ...comparison, groups: comparison.groups.map(({ readings: _decide, ...shown }) => shown) }).map(snakeCase), 'schema_version', 'outcome', 'exit_code', 'reasons']),
  );
  expect(JSON.parse(JSON.stringify(encoded))).toEqual(encoded);
});

test('a comparison on the wire', () => {
  expect(encodeComparison(sampleComparison())).toMatchObject({
    schema_version: 2,
    a: { run_id: 'run-1', location: '.assay/runs/2026-01-01T09-00-00-a1b2', targets: ['gpt-4o-mini'] },
    outcome: 'compared',
    total: { compared: 6, only_in_a: { count: 2 }, unscored: { count: 2, in_a: 1, in_b: 1 } },
    groups: [
      {
        suite: 'billing',
        target_a: 'gpt-4o-mini',
        target_b: 'gpt-4.1-mini',
        regressions: [{ case_id: 'invoice', score_a: 1, score_b: 0.95, p: 1, source: 'evals/billing.yaml:12:5' }],
      },
      { suite: 'customer-support' },
    ],
  });
});

test('what is not known is null', () => {
  expect(encodeComparison(compareRows([], [rowOf('a', 1)]))).toMatchObject({
    a: { run_id: null },
    outcome: 'inconclusive',
    total: { compared: 0, score_a: null, score_b: null, change: null, measures: [] },
  });
});

import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createGroupAccumulator } from './group-accumulator.js';

const NAME = { suite: 's', suitePath: 's.yaml', target: 't' };
const usage = { inputTokens: 10, outputTokens: 4 };

function resultOf(rows: readonly Parameters<typeof sampleRow>[0][]) {
  const group = createGroupAccumulator(NAME);
  for (const row of rows) group.add(sampleRow(row));
  return group.result();
}

test('what was kept is no part of what was spent, and stands apart', () => {
  const paid = { usage, costUsd: 0.5, judgeUsage: usage, judgeCostUsd: 0.25, cached: false };
  const kept = { ...paid, cached: true, saved: { usage, costUsd: 0.5, judgeUsage: usage, judgeCostUsd: 0.25 } };
  const judgedAnew = { ...paid, cached: true, saved: { usage, costUsd: 0.5 } };
  expect(resultOf([paid, kept, judgedAnew])).toMatchObject({
    trials: 3,
    cached: 2,
    usage,
    costUsd: 0.5,
    judgeCostUsd: 0.5,
    saved: { usage: { inputTokens: 20, outputTokens: 8 }, costUsd: 1, judgeCostUsd: 0.25 },
  });
});

test('without a cache nothing is said of one', () => {
  const result = resultOf([{ costUsd: 0.5 }]);
  expect(result).not.toHaveProperty('cached');
  expect(result).not.toHaveProperty('saved');
});

test('a price that is not known of what was kept leaves no cost of the run open', () => {
  const unknown = { usage, costUsd: undefined, costIncomplete: true, judgeUsage: usage, judgeCostUsd: undefined, judgeCostIncomplete: true };
  expect(resultOf([{ ...unknown, cached: true, saved: { usage, judgeUsage: usage } }]).costIncomplete).toBe(false);
  expect(resultOf([{ ...unknown, cached: true, saved: { usage } }]).costIncomplete).toBe(true);
  expect(resultOf([{ ...unknown, cached: false }]).costIncomplete).toBe(true);
});

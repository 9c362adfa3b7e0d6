import { describe, expect, test } from 'vitest';
import { shardOf } from './shard-of.js';

const work = { suite: 'math', suitePath: 'evals/math.yaml', caseId: 'sum', repeat: 1 };

function shardsOf(cases: number, count: number): readonly number[] {
  return Array.from({ length: cases }, (_, index) => shardOf({ ...work, caseId: `case-${index}` }, count));
}

describe('shardOf', () => {
  test('a trial is in one of the shards, and always in the same', () => {
    expect(shardOf(work, 1)).toBe(1);
    expect(shardOf({ ...work }, 8)).toBe(shardOf(work, 8));
    for (const shard of shardsOf(200, 7)) {
      expect(shard).toBeGreaterThanOrEqual(1);
      expect(shard).toBeLessThanOrEqual(7);
    }
  });

  test('shards are about equally large', () => {
    const shards = shardsOf(8000, 8);
    for (let index = 1; index <= 8; index += 1) {
      const size = shards.filter((shard) => shard === index).length;
      expect(size).toBeGreaterThan(850);
      expect(size).toBeLessThan(1150);
    }
  });

  // Machines with other versions and other systems have to agree, also with runs that are kept: the split is a format.
  test('the split is the same everywhere', () => {
    expect(shardsOf(12, 8)).toMatchInlineSnapshot(`
      [
        6,
        6,
        4,
        4,
        5,
        2,
        5,
        2,
        6,
        5,
        6,
        1,
      ]
    `);
  });

  test.each([
    ['suite', { suite: 'other' }],
    ['path', { suitePath: 'other/math.yaml' }],
    ['case', { caseId: 'product' }],
    ['repeat', { repeat: 2 }],
  ])('another %s may be in another shard', (_, other) => {
    expect(shardOf({ ...work, ...other }, 1_000_000)).not.toBe(shardOf(work, 1_000_000));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { effectiveVotes, type VotedItem } from './effective-votes.js';

const { votes: references } = readReference<{ votes: { wrong: number[][]; weights: number[]; correlation: number; votes: number }[] }>('tests');

const items = (wrong: readonly (readonly (0 | 1 | boolean)[])[], weights: readonly number[] = []): VotedItem[] =>
  wrong.map((each, index) => ({ cluster: `c${index}`, weight: weights[index] ?? 1, wrong: each.map(Boolean) }));

describe('as many votes as', () => {
  test('R makes of the correlation of errors, weighted ones too', () => {
    expect(references).toHaveLength(3);
    for (const { wrong, weights, correlation, votes } of references) {
      const found = effectiveVotes(items(wrong.map((each) => each.map((one) => one === 1)), weights), { rounds: 200 });
      expectNear(found.correlation ?? -9, correlation, 'correlation');
      expectNear(found.votes ?? -9, votes, 'votes');
      expect(found.interval?.low).toBeLessThan(votes);
      expect(found.interval?.high).toBeGreaterThan(votes);
    }
  });

  test('one, of voters that always err together; all, of those that never do', () => {
    const together = effectiveVotes(items(Array.from({ length: 60 }, (_, index) => [index < 20, index < 20, index < 20])));
    expect(together).toMatchObject({ correlation: 1, votes: 1 });
    expect(together.interval?.high).toBeLessThan(1.3);
    const apart = effectiveVotes(items(Array.from({ length: 60 }, (_, index) => [index < 6, index >= 6 && index < 12])));
    expect(apart.votes).toBe(2);
    // Errors that were not seen together in 60 items may come together all the same.
    expect(apart.interval?.low).toBeLessThan(1.9);
  });

  test('none, where somebody never errs, always does, votes alone, or nobody voted', () => {
    for (const wrong of [[[0, 1], [0, 0]], [[1, 1], [1, 0]], [[0], [1]], [[], []], []] as const) {
      expect(effectiveVotes(items(wrong))).toEqual({ correlation: null, votes: null, interval: null });
    }
  });

  test('items of one cluster are no more than one', () => {
    const wrong = Array.from({ length: 80 }, (_, index) => [index % 4 === 0, index % 5 === 0]);
    const alone = effectiveVotes(items(wrong));
    const clustered = effectiveVotes(items(wrong).map((item, index) => ({ ...item, cluster: `c${index % 8}` })));
    expect(clustered.votes).toBe(alone.votes);
    expect(clustered.interval?.low).toBeLessThan(alone.interval?.low ?? 0);
    expect(effectiveVotes(items(wrong).map((item) => ({ ...item, cluster: 'one' }))).interval).toBeNull();
  });
});

test('whatever erred, votes lie between one and all, within their interval, and the same for a seed', () => {
  const voted = fc.integer({ min: 2, max: 5 }).chain((voters) => fc.array(fc.array(fc.boolean(), { minLength: voters, maxLength: voters }), { maxLength: 40 }));
  fc.assert(
    fc.property(voted, (wrong) => {
      const found = effectiveVotes(items(wrong), { rounds: 60 });
      expect(effectiveVotes(items(wrong), { rounds: 60 })).toEqual(found);
      if (found.votes === null) return;
      const { low, high } = found.interval ?? { low: 1, high: wrong[0]?.length ?? 0 };
      for (const [a, b] of [[1, low], [low, found.votes], [found.votes, high], [high, wrong[0]?.length ?? 0]] as const) expect(a).toBeLessThanOrEqual(b);
    }),
    { numRuns: 60 },
  );
});

test.each([
  [() => effectiveVotes([{ cluster: 'a', weight: 1, wrong: [true] }, { cluster: 'b', weight: 1, wrong: [] }]), 'an item has 0 votes, and another one 1'],
  [() => effectiveVotes([{ cluster: 'a', weight: 0, wrong: [true, false] }]), 'weight is 0; allowed: a finite number above 0'],
  [() => effectiveVotes([], { level: 1 }), 'level is 1'],
  [() => effectiveVotes([], { rounds: 0 }), 'rounds is 0'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(message);
});

import type { TargetDefinition } from '@assay/schema';
import { sampleTarget } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { assessorsDigest, describeAssessors, type AssessingParties } from './assessors.js';

const target = (model: string): TargetDefinition => ({ ...sampleTarget(), model });
const seat = (id: string, model: string) => ({ id, target: target(model) });
const identity = (change: Partial<AssessingParties> = {}): string =>
  JSON.stringify(
    describeAssessors({
      makeups: [{ judges: [seat('a', 'one'), seat('b', 'two')], backup: seat('c', 'three'), quorum: 2 }],
      embeddings: target('vectors'),
      identify: ({ model }) => ({ model: model ?? null }),
      ...change,
    }),
  );

test('judges count in no order', () => {
  expect(identity({ makeups: [{ judges: [seat('b', 'two'), seat('a', 'one')], backup: seat('c', 'three'), quorum: 2 }] })).toBe(identity());
});

test('whoever else assesses is another identity', () => {
  const judges = [seat('a', 'one'), seat('b', 'two')];
  const others = [
    identity({ embeddings: target('other') }),
    identity({ embeddings: undefined }),
    identity({ makeups: [] }),
    identity({ makeups: [{ judges, backup: seat('c', 'three') }] }),
    identity({ makeups: [{ judges, quorum: 2 }] }),
    identity({ makeups: [{ judges: [seat('a', 'one'), seat('b', 'other')], backup: seat('c', 'three'), quorum: 2 }] }),
    identity({ makeups: [{ judges: [seat('a', 'one'), seat('x', 'two')], backup: seat('c', 'three'), quorum: 2 }] }),
    ...[
      { consensus: 'median' as const },
      { consensus: 'majority' as const, passLimit: 0.8 },
      { consensus: 'majority' as const, passLimit: 0.7 },
      { cascade: { first: seat('f', 'first'), threshold: 0.8 } },
      { cascade: { first: seat('f', 'first'), threshold: 0.7 } },
      { cascade: { first: seat('f', 'first'), threshold: 0.8, band: 0.1 } },
      { cascade: { first: seat('f', 'first'), threshold: 0.8, audit: 0.1 } },
      { cascade: { first: seat('f', 'other'), threshold: 0.8 } },
      { judges: [{ ...seat('a', 'one'), weight: 2 }, seat('b', 'two')] },
    ].map((change) => identity({ makeups: [{ judges, backup: seat('c', 'three'), quorum: 2, ...change }] })),
  ];
  expect(new Set([identity(), ...others]).size).toBe(others.length + 1);
});

test('a digest says who assesses, and by which prompts; nobody has none', () => {
  const digestOf = (change: Partial<AssessingParties>, version = '1'): string | undefined =>
    assessorsDigest(describeAssessors({ makeups: [], embeddings: undefined, identify: ({ model }) => model ?? null, ...change }), version);
  const makeups = [{ judges: [seat('a', 'one')] }];
  expect(digestOf({})).toBeUndefined();
  expect(digestOf({ makeups })).toMatch(/^[0-9a-f]{32}$/u);
  expect(digestOf({ makeups }, '2')).not.toBe(digestOf({ makeups }));
  expect(digestOf({ embeddings: target('vectors') }, '2')).toBe(digestOf({ embeddings: target('vectors') }));
});

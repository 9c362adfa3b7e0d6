import type { TargetDefinition } from '@assay/schema';
import { sampleTarget } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { askedIdentity, type AskedParties } from './asked-identity.js';

const target = (model: string): TargetDefinition => ({ ...sampleTarget(), model });
const seat = (id: string, model: string) => ({ id, target: target(model) });
const identity = (change: Partial<AskedParties> = {}): string =>
  JSON.stringify(
    askedIdentity({
      target: target('asked'),
      makeups: [{ judges: [seat('a', 'one'), seat('b', 'two')], backup: seat('c', 'three'), quorum: 2 }],
      embeddings: target('vectors'),
      identify: ({ model }) => ({ model: model ?? null }),
      ...change,
    }),
  );

test('judges count in no order', () => {
  expect(identity({ makeups: [{ judges: [seat('b', 'two'), seat('a', 'one')], backup: seat('c', 'three'), quorum: 2 }] })).toBe(identity());
});

test('whoever else is asked is another identity', () => {
  const judges = [seat('a', 'one'), seat('b', 'two')];
  const others = [
    identity({ target: target('other') }),
    identity({ embeddings: target('other') }),
    identity({ embeddings: undefined }),
    identity({ makeups: [] }),
    identity({ makeups: [{ judges, backup: seat('c', 'three') }] }),
    identity({ makeups: [{ judges, quorum: 2 }] }),
    identity({ makeups: [{ judges: [seat('a', 'one'), seat('b', 'other')], backup: seat('c', 'three'), quorum: 2 }] }),
    identity({ makeups: [{ judges: [seat('a', 'one'), seat('x', 'two')], backup: seat('c', 'three'), quorum: 2 }] }),
  ];
  expect(new Set([identity(), ...others]).size).toBe(others.length + 1);
});

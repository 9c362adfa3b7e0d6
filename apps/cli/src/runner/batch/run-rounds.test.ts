import { systemClock, type Batches } from '@assay/engine';
import { expect, test } from 'vitest';
import { runRounds } from './run-rounds.js';

function idleBatches(): Batches {
  return {
    before: ({ guarded }) => guarded,
    beforeEmbeddings: (embeddings) => embeddings,
    some: true,
    others: [],
    standings: [],
    begun: () => 0,
    openIn: async () => undefined,
    executor: (executor) => executor,
    comparer: (comparer) => comparer,
    look: async () => undefined,
    submit: async () => true,
    endWith: () => undefined,
    cancel: async () => 0,
    countRest: async () => undefined,
    drop: async () => undefined,
    close: async () => undefined,
  };
}

test('a run whose only batch is of a target that is another now does not wait for it: what is not asked leaves after some rounds', async () => {
  let rounds = 0;
  const { signal } = new AbortController();
  const batches = { ...idleBatches(), standings: [{ target: 'bot', handle: 'b', requests: 1, status: 'it is of a target that is another now', isLeft: true }] };
  const run = async () => ({ rows: 0, waiting: (rounds += 1) < 3 ? 1 : 0, interrupted: false });
  const told: number[] = [];
  expect(await runRounds({ batches, budget: undefined, runRound: run, everyMs: 60_000, cancels: false, signal, onCancelled: () => undefined, onProgress: ({ length }) => told.push(length), clock: systemClock })).toMatchObject({ waiting: 0 });
  expect(told).toEqual([0, 0]);
});

test.each([undefined, 1])('a run that waits for batches of which there are none leaves after some rounds, and does not ask for ever (%s)', async (everyMs) => {
  let rounds = 0;
  const { signal } = new AbortController();
  const run = async () => ({ rows: (rounds += 1) === 3 ? 1 : 0, waiting: 1, interrupted: false });
  const left = await runRounds({ batches: idleBatches(), budget: undefined, runRound: run, everyMs, cancels: false, signal, onCancelled: () => undefined, onProgress: () => undefined, clock: systemClock });
  expect(left).toMatchObject({ waiting: 1, rows: 1, interrupted: false });
  expect(rounds).toBe(3 + 10);
});

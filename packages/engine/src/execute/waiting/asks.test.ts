import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asPart, blocked, busy, currentAsks } from './asks.js';
import { TrialWaits } from './trial-waits.js';
import { untilItWaits } from '../../batch/waiting-executor.js';

const never = new AbortController().signal;

function forever(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

/** Waits for a batch, as a target does. */
function waits(signal: AbortSignal): Promise<never> {
  currentAsks()?.wait();
  return blocked(() => forever(signal));
}

test('what does not wait for a batch comes to its end', async () => {
  expect(await untilItWaits('t', never, async () => busy(async () => 'done'))).toBe('done');
  await expect(untilItWaits('t', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('it waits when all of its parts do, and what goes on beside is let finish first', async () => {
  let ended = false;
  const slow = async (): Promise<void> => {
    await sleep(300);
    ended = true;
  };
  await expect(untilItWaits('t', never, (signal) => Promise.all([asPart(() => waits(signal)), asPart(slow)]))).rejects.toBeInstanceOf(TrialWaits);
  expect(ended).toBe(true);
});

test('a request that is under way elsewhere is let finish, in the same part too', async () => {
  let ended = false;
  const asked = (): Promise<void> =>
    busy(async () => {
      await sleep(200);
      ended = true;
    });
  await expect(untilItWaits('t', never, (signal) => asPart(() => Promise.all([waits(signal), asked()])))).rejects.toBeInstanceOf(TrialWaits);
  expect(ended).toBe(true);
});

test('who waits for what another part waits for does not keep it from waiting', async () => {
  const shared = async (signal: AbortSignal): Promise<void> => {
    let first: Promise<never> | undefined;
    await Promise.all([asPart(() => (first = waits(signal))), asPart(() => blocked(async () => first))]);
  };
  await expect(untilItWaits('t', never, shared)).rejects.toBeInstanceOf(TrialWaits);
});

test('it is told the first time that it waits, and equal requests are counted', async () => {
  const told: string[] = [];
  const counts: (number | undefined)[] = [];
  const run = async (signal: AbortSignal): Promise<void> => {
    for (const content of ['a', 'b', 'a']) counts.push(currentAsks()?.count(content));
    await Promise.all([waits(signal), waits(signal)]);
  };
  await expect(untilItWaits('t', never, run, { onWait: () => told.push('waits') })).rejects.toBeInstanceOf(TrialWaits);
  expect({ told, counts }).toEqual({ told: ['waits'], counts: [1, 1, 2] });
});

test('an abort from outside is no wait', async () => {
  await expect(untilItWaits('t', AbortSignal.abort(new Error('stop')), async (signal) => signal.throwIfAborted())).rejects.toThrow('stop');
});

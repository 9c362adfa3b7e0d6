import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ProviderError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createBatcher } from './batcher.js';

const { signal } = new AbortController();

/** A batcher that remembers its passes. Inputs below 0 fail their whole pass. */
function recorded(
  size: number,
  more: { readonly ms?: number; readonly keyOf?: (input: number) => string | undefined } = {},
) {
  const passes: (readonly number[])[] = [];
  const signals: AbortSignal[] = [];
  const batcher = createBatcher({
    size,
    keyOf: more.keyOf ?? (() => ''),
    async run(inputs: readonly number[], own) {
      passes.push(inputs);
      signals.push(own);
      await wait(more.ms ?? 1);
      if (inputs.some((input) => input < 0)) throw new RangeError(`cannot do ${inputs.join()}`);
      return inputs.map((input) => input * 10);
    },
  });
  return { batcher, passes, signals };
}

describe('createBatcher', () => {
  test('calls of one turn go through in batches of at most the size, each with its own output', async () => {
    const { batcher, passes } = recorded(4);
    const outputs = await Promise.all(Array.from({ length: 10 }, (_, input) => batcher.ask(input, signal)));
    expect(outputs).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(passes.map((inputs) => inputs.length)).toEqual([4, 4, 2]);
  });

  test('a single call does not wait for a batch to fill', async () => {
    const { batcher, passes } = recorded(1000);
    expect(await batcher.ask(1, signal)).toBe(10);
    expect(passes).toEqual([[1]]);
  });

  test('what arrives during a pass goes into the next one, all at once', async () => {
    const { batcher, passes } = recorded(8, { ms: 20 });
    const first = batcher.ask(0, signal);
    while (passes.length === 0) await wait(1);
    const later = [];
    for (let input = 1; input <= 5; input++) {
      later.push(batcher.ask(input, signal));
      await Promise.resolve();
    }
    await Promise.all([first, ...later]);
    expect(passes).toEqual([[0], [1, 2, 3, 4, 5]]);
  });

  test('a batch that fails is done one by one: only the input that is to blame fails', async () => {
    const { batcher, passes } = recorded(3);
    const outcomes = await Promise.allSettled([1, -1, 2].map((input) => batcher.ask(input, signal)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(passes).toEqual([[1, -1, 2], [1], [-1], [2]]);
  });

  test('an error about the model itself is not tried input by input', async () => {
    let passes = 0;
    const batcher = createBatcher<number, number>({
      size: 4,
      keyOf: () => '',
      run: () => {
        passes++;
        return Promise.reject(new ProviderError('no weights', { kind: 'bad_request', target: 't' }));
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((input) => batcher.ask(input, signal)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(passes).toBe(1);
  });

  test('only inputs with equal keys share a batch; those without one go alone', async () => {
    const keyOf = (input: number): string | undefined => (input > 9 ? undefined : String(input % 2));
    const { batcher, passes } = recorded(8, { keyOf });
    await Promise.all([1, 2, 3, 4, 10, 12].map((input) => batcher.ask(input, signal)));
    expect(passes).toEqual([[1, 3], [2, 4], [10], [12]]);
  });

  test('a call that is aborted while it waits is never run', async () => {
    const { batcher, passes } = recorded(1, { ms: 10 });
    const controller = new AbortController();
    const first = batcher.ask(1, signal);
    const left = batcher.ask(2, controller.signal);
    const third = batcher.ask(3, signal);
    controller.abort(new RangeError('enough'));
    await expect(left).rejects.toThrow('enough');
    expect(await Promise.all([first, third])).toEqual([10, 30]);
    expect(passes).toEqual([[1], [3]]);
  });

  test('a pass is told when nobody waits for it any more, and not before', async () => {
    const { batcher, passes, signals } = recorded(2, { ms: 30 });
    const controllers = [new AbortController(), new AbortController()];
    const left = controllers.map((controller, input) => batcher.ask(input, controller.signal).catch(() => 'left'));
    while (passes.length === 0) await wait(1);
    controllers[0]?.abort();
    expect(signals[0]?.aborted).toBe(false);
    controllers[1]?.abort();
    expect(signals[0]?.aborted).toBe(true);
    expect(await Promise.all(left)).toEqual(['left', 'left']);
    await batcher.idle();
  });

  test('a signal that is aborted already runs nothing, and none gathers listeners', async () => {
    const { batcher, passes } = recorded(2);
    await expect(batcher.ask(1, AbortSignal.abort())).rejects.toThrow();
    const shared = new AbortController();
    for (let input = 0; input < 12; input++) await batcher.ask(input, shared.signal);
    expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
    expect(passes).toHaveLength(12);
  });
});

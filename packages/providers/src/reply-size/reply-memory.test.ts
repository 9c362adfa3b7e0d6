import { describe, expect, test } from 'vitest';
import { createReplyMemory } from './reply-memory.js';

/** Whether a promise has settled by now. */
async function isDone(promise: Promise<unknown> | undefined): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, Promise.resolve().then(() => open)])) !== open;
}

describe('createReplyMemory', () => {
  test('gives at once as long as all can be read to their end', () => {
    const memory = createReplyMemory(100);
    const shares = [memory.share(60), memory.share(60), memory.share(60)];
    expect(shares.map((share) => share.hold(20))).toEqual([undefined, undefined, undefined]);
  });

  test('who would leave too little for the others waits until one of them gives back', async () => {
    const memory = createReplyMemory(100);
    const [first, second] = [memory.share(60), memory.share(60)];
    expect(first.hold(40)).toBeUndefined();
    expect(second.hold(40)).toBeUndefined();
    expect(second.hold(50)).toBeUndefined();
    // 10 are left, which the second one needs to be read to its end.
    const waiting = first.hold(50);
    expect(await isDone(waiting)).toBe(false);
    expect(second.hold(60)).toBeUndefined();
    second.release();
    await waiting;
    expect(first.hold(60)).toBeUndefined();
  });

  test('many that all come to their most: each gets there, none waits for ever', async () => {
    const memory = createReplyMemory(128);
    let finished = 0;
    const reply = async (most: number): Promise<void> => {
      const share = memory.share(most);
      for (let held = 1; held <= most; held += 1) {
        await share.hold(held);
        await Promise.resolve();
      }
      finished += 1;
      share.release();
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => reply(3 + (index % 30))));
    expect(finished).toBe(60);
  });

  test('one that may have more than there is has all of it, alone', async () => {
    const memory = createReplyMemory(100);
    const [huge, other] = [memory.share(1_000), memory.share(10)];
    expect(huge.hold(50)).toBeUndefined();
    expect(other.hold(10)).toBeUndefined();
    const waiting = huge.hold(900);
    expect(await isDone(waiting)).toBe(false);
    other.release();
    await waiting;
    expect(huge.hold(1_000)).toBeUndefined();
    expect(await isDone(memory.share(1).hold(1))).toBe(false);
  });

  test('who gives up waits no more and takes nothing', async () => {
    const memory = createReplyMemory(10);
    const [first, second, third] = [memory.share(10), memory.share(10), memory.share(10)];
    expect(first.hold(10)).toBeUndefined();
    const waiting = second.hold(10);
    second.release();
    await waiting;
    first.release();
    first.release();
    expect(third.hold(10)).toBeUndefined();
  });
});

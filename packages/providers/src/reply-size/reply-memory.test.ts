import { replyMemoryConformance, trialReplyMemoryConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createReplyMemory } from './reply-memory.js';

/** Whether a promise has settled by now. */
async function isDone(promise: Promise<unknown> | undefined): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, Promise.resolve().then(() => open)])) !== open;
}

describe.each([
  ['a memory', replyMemoryConformance(createReplyMemory)],
  ['a memory of trials', trialReplyMemoryConformance(createReplyMemory)],
])('%s keeps the promise of its contract', (_, checks) => {
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

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

describe('the replies of a trial', () => {
  test('hold what they took until the trial is over, complete or not', async () => {
    const memory = createReplyMemory(100);
    const [first, second] = [memory.forTrial(1), memory.forTrial(1)];
    const reply = first.share(60);
    expect(reply.hold(60)).toBeUndefined();
    reply.keep();
    expect(first.held).toBe(60);
    const other = second.share(60);
    expect(other.hold(40)).toBeUndefined();
    const waiting = other.hold(50);
    expect(memory.short).toBe(true);
    expect(await isDone(waiting)).toBe(false);
    first.release();
    await waiting;
    expect(memory.short).toBe(false);
    expect([first.held, second.held]).toEqual([0, 50]);
  });

  test('a reply that failed gives back, and the next try of its trial has the room again', () => {
    const memory = createReplyMemory(100);
    const trial = memory.forTrial(1);
    const failed = trial.share(100);
    expect(failed.hold(100)).toBeUndefined();
    failed.release();
    failed.release();
    expect(trial.held).toBe(0);
    expect(trial.share(100).hold(100)).toBeUndefined();
    expect(trial.held).toBe(100);
  });

  test('larger than all that there is: it is counted as all of it, and waits for the others alone', async () => {
    const memory = createReplyMemory(100);
    const [small, huge] = [memory.forTrial(1), memory.forTrial(1)];
    expect(small.share(20).hold(20)).toBeUndefined();
    const reply = huge.share(1_000);
    expect(reply.hold(80)).toBeUndefined();
    const waiting = reply.hold(400);
    expect(await isDone(waiting)).toBe(false);
    small.release();
    await waiting;
    expect(reply.hold(1_000)).toBeUndefined();
    reply.keep();
    expect(huge.held).toBe(100);
    huge.release();
    expect(memory.forTrial(1).share(100).hold(100)).toBeUndefined();
  });

  test('a trial that is over while it waits waits no more, and takes nothing, then or later', async () => {
    const memory = createReplyMemory(100);
    const [first, second] = [memory.forTrial(1), memory.forTrial(1)];
    expect(first.share(100).hold(90)).toBeUndefined();
    const reply = second.share(100);
    const waiting = reply.hold(50);
    second.release();
    await waiting;
    expect(reply.hold(60)).toBeUndefined();
    reply.release();
    expect(memory.short).toBe(false);
    first.release();
    expect([first.held, second.held]).toEqual([0, 0]);
    expect(memory.forTrial(1).share(100).hold(100)).toBeUndefined();
  });

  test('who insists waits no more, and counts nevertheless', async () => {
    const memory = createReplyMemory(100);
    const [first, second, third] = [memory.forTrial(1), memory.forTrial(1), memory.forTrial(1)];
    expect(first.share(100).hold(100)).toBeUndefined();
    const reply = second.share(60);
    const waiting = reply.hold(30);
    reply.insist();
    await waiting;
    expect(reply.hold(60)).toBeUndefined();
    reply.keep();
    expect(second.held).toBe(60);
    first.release();
    const next = third.share(50).hold(50);
    expect(await isDone(next)).toBe(false);
    second.release();
    await next;
  });

  test('conversations of many turns end, whatever is complete of them already', async () => {
    const memory = createReplyMemory(100);
    let finished = 0;
    const converse = async (turns: number, size: number): Promise<void> => {
      const trial = memory.forTrial(turns);
      for (let turn = 0; turn < turns; turn += 1) {
        const share = trial.share(20);
        for (let held = 1; held <= size; held += 1) {
          await share.hold(held);
          await Promise.resolve();
        }
        share.keep();
        // Other trials have their turn.
        for (let step = 0; step < 3; step += 1) await Promise.resolve();
      }
      finished += 1;
      trial.release();
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => converse(1 + (index % 7), 4 + (index % 17))));
    expect(finished).toBe(60);
    expect(memory.forTrial(1).share(100).hold(100)).toBeUndefined();
  });
});

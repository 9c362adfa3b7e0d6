import { createLimiter, guardProvider } from '@assay/engine';
import { createReplyMemory } from '@assay/providers';
import { ProviderError, type GenerateRequest, type Provider, type ReplyMemory } from '@assay/schema';
import { trialReplyMemoryConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { collectingMemory } from './reply-memory.js';

const MOST = 60;

/** Reads replies of a size, a bit at a time; those of no trial are held in the memory of others. */
function reader(size: number, others: ReplyMemory): Provider {
  const name = 'both';
  return {
    name,
    provider: 'reader',
    structuredOutput: false,
    async generate({ replies = others, signal }) {
      const share = replies.share(MOST);
      const stop = (): void => share.release();
      signal.addEventListener('abort', stop);
      for (let held = 1; held <= size; held += 1) {
        await share.hold(held);
        if (signal.aborted) throw new ProviderError('aborted', { kind: 'aborted', target: name });
      }
      share.keep();
      return { text: 'read', messages: [], toolCalls: [], latencyMs: 1 };
    },
  };
}

const ask = (replies?: GenerateRequest['replies'], signal = new AbortController().signal): GenerateRequest => ({ messages: [], signal, ...(replies ? { replies } : {}) });

const steps = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise.catch(() => undefined), steps().then(() => open)])) === open;
}

test.each(trialReplyMemoryConformance((bytes) => collectingMemory(createReplyMemory(bytes))))('the memory of all trials keeps the promise of its contract: $name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

describe('a trial that holds its reply is judged, however short the memory is', () => {
  test.each([MOST, 20, 1_000])('the judge is the target itself, which has one place that a waiting reply has taken; memory for %d', async (bytes) => {
    const trials = createReplyMemory(bytes);
    const limiter = createLimiter(1);
    const target = guardProvider(reader(MOST, createReplyMemory(bytes)), { limiter, maxRetries: 0 });
    const [first, second] = [trials.forTrial(1), trials.forTrial(1)];
    await target.generate(ask(first));
    const held = first.held;
    expect(held).toBe(Math.min(MOST, bytes));
    const waiting = target.generate(ask(second));
    await steps();
    // The one place is taken by who waits for what the first trial holds, and that needs the place.
    expect((await target.generate(ask())).text).toBe('read');
    expect(first.held).toBe(held);
    first.release();
    expect((await waiting).text).toBe('read');
    second.release();
  });

  test('fifty trials and their judges at one target of three places all end', async () => {
    const trials = createReplyMemory(2 * MOST);
    const target = guardProvider(reader(MOST, createReplyMemory(MOST)), { limiter: createLimiter(3), maxRetries: 0 });
    let done = 0;
    const trial = async (turns: number): Promise<void> => {
      const replies = trials.forTrial(turns);
      for (let turn = 0; turn < turns; turn += 1) await target.generate(ask(replies));
      await Promise.all([target.generate(ask()), target.generate(ask())]);
      replies.release();
      done += 1;
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => trial(1 + (index % 3))));
    expect(done).toBe(50);
  });

  test('where somebody at the target is not waiting, nobody goes beyond the room', async () => {
    const trials = createReplyMemory(MOST);
    const limiter = createLimiter(2);
    const target = guardProvider(reader(MOST, createReplyMemory(MOST)), { limiter, maxRetries: 0 });
    const [first, second] = [trials.forTrial(1), trials.forTrial(1)];
    await target.generate(ask(first));
    const waiting = target.generate(ask(second));
    expect((await target.generate(ask())).text).toBe('read');
    expect(await isOpen(waiting)).toBe(true);
    first.release();
    await waiting;
  });

  test('a trial that is aborted while it waits ends, and takes nothing with it; its time is not the time of the target', async () => {
    const trials = createReplyMemory(MOST);
    const target = guardProvider(reader(MOST, createReplyMemory(MOST)), { limiter: createLimiter(2), maxRetries: 0, timeoutMs: 30 });
    const [first, second, third] = [trials.forTrial(1), trials.forTrial(1), trials.forTrial(1)];
    await target.generate(ask(first));
    const controller = new AbortController();
    const aborted = target.generate(ask(second, controller.signal));
    await new Promise((resolve) => setTimeout(resolve, 90));
    expect(await isOpen(aborted)).toBe(true);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
    second.release();
    first.release();
    expect(trials.short).toBe(false);
    await target.generate(ask(third));
    expect(third.held).toBe(MOST);
  });
});

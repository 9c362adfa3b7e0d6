import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Answers } from './answers.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Answers of a stream where there is one more whenever it is read, three in all. @param due how many are waited for. */
function reading(due: number): readonly string[] {
  const taken: string[] = [];
  let reads = 0;
  let disconnect = (): void => undefined;
  const ended = new Promise<null>((resolve) => (disconnect = () => resolve(null)));
  const xread = async (): Promise<unknown> => ((reads += 1) <= 3 ? [['answers', [[`${reads}-0`, [`answer ${reads}`]]]]] : ended);
  const parts = { status: 'ready', xread, xdel: async () => 0, disconnect, on: () => undefined };
  const answers = new Answers({ reader: parts as unknown as Redis, client: parts as unknown as Redis, key: 'answers', due: () => due, onFailure: () => undefined, take: (fields) => void taken.push(...fields) });
  onTestFinished(() => answers.close());
  return taken;
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('the last answers of a run are read as they come', async () => {
  const taken = reading(100);
  await turns();
  expect(taken).toEqual(['answer 1', 'answer 2', 'answer 3']);
});

test('while many are due, those of a moment are read together', async () => {
  const taken = reading(101);
  await turns();
  expect(taken).toEqual(['answer 1']);
});

test('an answer that a server does not delete is handed on once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const taken: string[] = [];
  let refusals = 0;
  let isOpen = true;
  const stored = [['1-0', ['answer']]] as const;
  const parts = {
    status: 'ready',
    async xread(...args: readonly unknown[]): Promise<unknown> {
      await new Promise((resolve) => setImmediate(resolve));
      return isOpen && args.at(-1) === '0' ? [['answers', stored]] : null;
    },
    eval: async () => stored.map(([id]) => id),
    async xdel(): Promise<number> {
      refusals += 1;
      throw new Error("READONLY You can't write against a read only replica.");
    },
    disconnect: () => void (isOpen = false),
    on: () => undefined,
  };
  const answers = new Answers({ reader: parts as unknown as Redis, client: parts as unknown as Redis, key: 'answers', due: () => 1, onFailure: () => undefined, take: (fields) => void taken.push(...fields) });
  onTestFinished(() => answers.close());
  await turns();
  for (let seconds = 0; seconds < 10; seconds += 1) {
    vi.advanceTimersByTime(1_000);
    await turns();
  }
  expect(refusals).toBeGreaterThan(1);
  expect(taken).toEqual(['answer']);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { Outbox } from './outbox.js';

interface Item {
  readonly text: string;
  readonly isUrgent?: boolean;
}

function noted({ fails = false, due = (): number => Infinity } = {}) {
  const sent: [runId: string, texts: readonly string[]][] = [];
  const outbox = new Outbox<Item>({
    async send(runId, items) {
      sent.push([runId, items.map(({ text }) => text)]);
      if (fails) throw new Error('not sent');
    },
    due,
  });
  return { outbox, sent };
}

test('what is for the same run goes together, a little later, in its order', async () => {
  const { outbox, sent } = noted();
  await Promise.all([outbox.add('a', { text: '1' }), outbox.add('b', { text: '2' }), outbox.add('a', { text: '3' })]);
  expect(sent).toEqual([['a', ['1', '3']], ['b', ['2']]]);
  await outbox.add('a', { text: '4' });
  expect(sent).toHaveLength(3);
});

test('few of all that are due wait for a little longer, and not for long', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { outbox, sent } = noted({ due: () => 40 });
  for (let item = 0; item < 5; item += 1) void outbox.add('a', { text: 'x' });
  vi.advanceTimersByTime(20);
  expect(sent.map(([, texts]) => texts.length)).toEqual([5]);
  for (let item = 0; item < 4; item += 1) void outbox.add('a', { text: 'x' });
  vi.advanceTimersByTime(59);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent.map(([, texts]) => texts.length)).toEqual([5, 4]);
  void outbox.add('a', { text: 'x', isUrgent: true });
  vi.advanceTimersByTime(20);
  expect(sent).toHaveLength(3);
});

test('the last that is due goes at once, with all that waits', () => {
  let due = 3;
  const { outbox, sent } = noted({ due: () => due });
  void outbox.add('a', { text: '1' });
  void outbox.add('a', { text: '2' });
  expect(sent).toEqual([]);
  void outbox.add('a', { text: '3' });
  expect(sent).toEqual([['a', ['1', '2', '3']]]);
  due = 1;
  void outbox.add('a', { text: '4' });
  expect(sent).toHaveLength(2);
});

test('much goes at once', async () => {
  const { outbox, sent } = noted();
  for (let item = 0; item < 50; item += 1) void outbox.add('a', { text: 'x' });
  void outbox.add('b', { text: 'x'.repeat(300_000) });
  expect(sent.map(([runId, texts]) => [runId, texts.length])).toEqual([['a', 50], ['b', 1]]);
});

test('whoever sent something is told when it does not go; nothing waits for a moment when all goes now', async () => {
  const { outbox, sent } = noted({ fails: true });
  const adding = outbox.add('a', { text: '1' });
  const flushing = outbox.flush();
  expect(sent).toEqual([['a', ['1']]]);
  await expect(adding).rejects.toThrow('not sent');
  await expect(flushing).rejects.toThrow('not sent');
  await expect(outbox.flush()).resolves.toBeUndefined();
});

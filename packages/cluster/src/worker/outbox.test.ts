import { expect, test } from 'vitest';
import { Outbox } from './outbox.js';

interface Item {
  readonly text: string;
}

function noted(fails = false) {
  const sent: [runId: string, texts: readonly string[]][] = [];
  const outbox = new Outbox<Item>(async (runId, items) => {
    sent.push([runId, items.map(({ text }) => text)]);
    if (fails) throw new Error('not sent');
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

test('much goes at once', async () => {
  const { outbox, sent } = noted();
  for (let item = 0; item < 50; item += 1) void outbox.add('a', { text: 'x' });
  void outbox.add('b', { text: 'x'.repeat(300_000) });
  expect(sent.map(([runId, texts]) => [runId, texts.length])).toEqual([['a', 50], ['b', 1]]);
});

test('whoever sent something is told when it does not go; nothing waits for a moment when all goes now', async () => {
  const { outbox, sent } = noted(true);
  const adding = outbox.add('a', { text: '1' });
  const flushing = outbox.flush();
  expect(sent).toEqual([['a', ['1']]]);
  await expect(adding).rejects.toThrow('not sent');
  await expect(flushing).rejects.toThrow('not sent');
  await expect(outbox.flush()).resolves.toBeUndefined();
});

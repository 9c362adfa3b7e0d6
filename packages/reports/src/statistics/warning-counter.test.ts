import { sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createWarningCounter, MAX_MESSAGES, OTHER_WARNINGS } from './warning-counter.js';

test('rows that share a warning are counted once each, most frequent first', () => {
  const counter = createWarningCounter();
  counter.add(sampleRow({ warnings: ['rare', 'often', 'often'] }));
  counter.add(sampleRow({ warnings: ['often'] }));
  expect(counter.list()).toEqual([
    { message: 'often', rows: 2 },
    { message: 'rare', rows: 1 },
  ]);
});

test('warnings of evaluators and their members count too, but not twice', () => {
  const counter = createWarningCounter();
  const member = { name: 'm', type: 'rubric', weight: 1, score: 1, warnings: ['a judge was lost'] };
  counter.add(
    sampleRow({
      warnings: ['a judge was lost'],
      evaluators: [{ name: 'c', type: 'composite', weight: 1, score: 1, evaluators: [member] }],
    }),
  );
  expect(counter.list()).toEqual([{ message: 'a judge was lost', rows: 1 }]);
});

test('beyond the limit warnings are counted together, in any order with the same result', () => {
  const messages = Array.from(
    { length: MAX_MESSAGES * 3 },
    (_, index) => `message ${(index * 7919) % (MAX_MESSAGES * 2)}`,
  );
  const countAll = (all: readonly string[]): ReturnType<ReturnType<typeof createWarningCounter>['list']> => {
    const counter = createWarningCounter();
    for (const message of all) counter.add(sampleRow({ warnings: [message] }));
    return counter.list();
  };
  const forwards = countAll(messages);
  expect(countAll(messages.toReversed())).toEqual(forwards);
  expect(forwards).toHaveLength(MAX_MESSAGES + 1);
  expect(forwards.at(-1)?.message).toBe(OTHER_WARNINGS);
  expect(forwards.reduce((sum, { rows }) => sum + rows, 0)).toBe(messages.length);
});

import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { SignalGroups } from './signal-groups.js';

test('a signal has one listener for all that wait on it, and none when nobody waits', () => {
  const { signal } = new AbortController();
  const groups = new SignalGroups<number>(() => {});
  groups.add(signal, 1);
  groups.add(signal, 2);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  groups.delete(signal, 1);
  groups.delete(signal, 1);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  groups.delete(signal, 2);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('an abort tells every member of its signal, and no other', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const told: number[] = [];
  const groups: SignalGroups<number> = new SignalGroups<number>((member) => {
    told.push(member);
    groups.delete(one.signal, member);
  });
  groups.add(one.signal, 1);
  groups.add(one.signal, 2);
  groups.add(other.signal, 3);
  one.abort();
  expect(told).toEqual([1, 2]);
});

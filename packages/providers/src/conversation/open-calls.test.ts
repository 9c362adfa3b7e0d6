import { expect, test } from 'vitest';
import { OpenCalls } from './open-calls.js';

function opened(...ids: readonly (string | undefined)[]): OpenCalls<number> {
  const calls = new OpenCalls<number>();
  for (const [index, id] of ids.entries()) calls.add(id, index + 1);
  return calls;
}

test('a result answers the call with its id, in any order', () => {
  const calls = opened('a', 'b', 'c');
  expect(['c', 'a'].map((id) => calls.answeredBy(id))).toEqual([3, 1]);
  expect(calls.drain()).toEqual([2]);
  expect(calls.drain()).toEqual([]);
});

test('one without an id answers the oldest call that is open', () => {
  const calls = opened('a', undefined, 'c');
  expect([undefined, undefined, undefined, undefined].map((id) => calls.answeredBy(id))).toEqual([1, 2, 3, undefined]);
});

test('one whose id no call has answers the oldest call without one, and none that has another', () => {
  const calls = opened('a', undefined);
  expect([calls.answeredBy('x'), calls.answeredBy('x'), calls.answeredBy('a'), calls.answeredBy('a')]).toEqual([2, undefined, 1, undefined]);
});

import type { ToolCall } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { ExpectedCall } from './expected-call.js';
import { pairAnyOrder, pairByPosition, pairInOrder } from './pair-calls.js';

/** `a1` is a call of tool a with input 1; `a` leaves the input open. */
function calls(text: string): (ToolCall & ExpectedCall)[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ tool: word[0] ?? '', ...(word.length > 1 ? { input: word.slice(1) } : {}) }));
}

describe('pairAnyOrder', () => {
  test('gives every expected call a call of its own', () => {
    expect(pairAnyOrder(calls('a a'), calls('a'))).toEqual([0, undefined]);
    expect(pairAnyOrder(calls('b a'), calls('a b'))).toEqual([1, 0]);
  });

  test('finds the best pairing, whatever the order of the expected calls', () => {
    expect(pairAnyOrder(calls('a a1'), calls('a1 a2'))).toEqual([1, 0]);
    expect(pairAnyOrder(calls('a1 a'), calls('a1 a2'))).toEqual([0, 1]);
    expect(pairAnyOrder(calls('a a a1'), calls('a1 a2 a3'))).not.toContain(undefined);
  });
});

describe('pairInOrder', () => {
  test('lets other calls stand between', () => {
    expect(pairInOrder(calls('a b'), calls('x a y b z'))).toEqual([1, 3]);
  });

  test('finds the longest sequence, not the first', () => {
    expect(pairInOrder(calls('a b c'), calls('b c a'))).toEqual([undefined, 0, 1]);
    expect(pairInOrder(calls('c a b'), calls('a b c'))).toEqual([undefined, 0, 1]);
  });

  test('counts repeated calls once each', () => {
    expect(pairInOrder(calls('a a a'), calls('a b a'))).toEqual([0, 2, undefined]);
  });
});

describe('pairByPosition', () => {
  test('compares place by place', () => {
    expect(pairByPosition(calls('a b c'), calls('a x c'))).toEqual([0, undefined, 2]);
    expect(pairByPosition(calls('a b'), calls('b a'))).toEqual([undefined, undefined]);
    expect(pairByPosition(calls('a b'), calls('a'))).toEqual([0, undefined]);
  });
});

import type { ToolCall } from '@assay/schema';
import { fits, type ExpectedCall } from './expected-call.js';

/** For each expected call the index of the actual call that answers it, or undefined. */
export type Pairing = readonly (number | undefined)[];

/**
 * Pairs as many expected calls as possible with calls of their own, in any order: a maximum
 * bipartite matching by augmenting paths.
 */
export function pairAnyOrder(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): Pairing {
  const ownerOfCall: (number | undefined)[] = Array.from({ length: calls.length }, () => undefined);
  const place = (index: number, seen: Set<number>): boolean => {
    const wanted = expected[index];
    if (!wanted) return false;
    for (const [position, call] of calls.entries()) {
      if (seen.has(position) || !fits(wanted, call)) continue;
      seen.add(position);
      const owner = ownerOfCall[position];
      if (owner === undefined || place(owner, seen)) {
        ownerOfCall[position] = index;
        return true;
      }
    }
    return false;
  };
  for (const index of expected.keys()) place(index, new Set());
  const pairing: (number | undefined)[] = Array.from({ length: expected.length }, () => undefined);
  for (const [position, owner] of ownerOfCall.entries()) if (owner !== undefined) pairing[owner] = position;
  return pairing;
}

/**
 * Pairs as many expected calls as possible with calls in the same order, others may stand
 * between them: a longest common subsequence.
 */
export function pairInOrder(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): Pairing {
  // longest[i][j]: most pairs of expected[i…] with calls[j…].
  const longest = Array.from({ length: expected.length + 1 }, () => new Uint32Array(calls.length + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  const fit = (i: number, j: number): boolean => {
    const wanted = expected[i];
    const call = calls[j];
    return wanted !== undefined && call !== undefined && fits(wanted, call);
  };
  for (let i = expected.length - 1; i >= 0; i--) {
    for (let j = calls.length - 1; j >= 0; j--) {
      longest[i]?.set([fit(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))], j);
    }
  }
  const pairing: (number | undefined)[] = Array.from({ length: expected.length }, () => undefined);
  for (let i = 0, j = 0; i < expected.length && j < calls.length; ) {
    if (fit(i, j)) pairing[i++] = j++;
    else if (at(i, j + 1) >= at(i + 1, j)) j++;
    else i++;
  }
  return pairing;
}

/** Pairs each expected call with the call at the same place, if that is the one. */
export function pairByPosition(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): Pairing {
  return expected.map((wanted, index) => {
    const call = calls[index];
    return call && fits(wanted, call) ? index : undefined;
  });
}

import { composedText, composedValue, UnscoredError, type JsonValue, type ToolCall } from '@assay/schema';
import { matchesInput } from '../../json/matches-input.js';
import { fits, isLate, type ExpectedCall } from './expected-call.js';

/** For each expected call the index of the actual call that answers it, or undefined. */
export type Pairing = readonly (number | undefined)[];

/** Comparisons that one pairing may take, well below a second. */
const MOST_COMPARISONS = 5_000_000;

function tooMany(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): UnscoredError {
  return new UnscoredError(`${calls.length} tool calls are too many to compare with ${expected.length} expected ones`, {
    hint: 'expect fewer calls, or ask for numbers of calls with minimums',
  });
}

/** Whether the expected call fits the call, by their numbers: names and inputs are made comparable once. */
function fitting(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): (index: number, position: number) => boolean {
  const ids = new Map<string, number>();
  const idOf = ({ tool }: { readonly tool: string }): number => {
    const name = composedText(tool);
    const id = ids.get(name) ?? ids.size;
    ids.set(name, id);
    return id;
  };
  const wanted = Uint32Array.from(expected, idOf);
  const called = Uint32Array.from(calls, idOf);
  const composed = ({ input }: { readonly input?: JsonValue | undefined }): JsonValue | undefined => (input === undefined ? undefined : composedValue(input));
  const wantedInputs = expected.map(composed);
  const inputs = calls.map(composed);
  return (index, position) => {
    if (wanted[index] !== called[position]) return false;
    const [one, other, input] = [expected[index], calls[position], wantedInputs[index]];
    if (one === undefined || other === undefined || isLate(one, other)) return false;
    return input === undefined || matchesInput(input, inputs[position]);
  };
}

function positionsByTool(calls: readonly ToolCall[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, { tool }] of calls.entries()) {
    const name = composedText(tool);
    const known = positions.get(name);
    if (known) known.push(position);
    else positions.set(name, [position]);
  }
  return positions;
}

/**
 * Pairs as many expected calls as possible with calls of their own, in any order: a maximum
 * bipartite matching by augmenting paths.
 * @throws UnscoredError when that takes too long.
 */
export function pairAnyOrder(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): Pairing {
  const fit = fitting(expected, calls);
  const ownerOfCall: (number | undefined)[] = Array.from({ length: calls.length }, () => undefined);
  const sameTool = positionsByTool(calls);
  const visited = new Set<number>();
  let left = MOST_COMPARISONS;
  const fittingCalls = function* (index: number): Iterable<number> {
    for (const position of sameTool.get(composedText(expected[index]?.tool ?? '')) ?? []) {
      if ((left -= 1) < 0) throw tooMany(expected, calls);
      if (!visited.has(position) && fit(index, position)) yield position;
    }
  };
  const take = (index: number, position: number): true => {
    ownerOfCall[position] = index;
    return true;
  };
  const place = (index: number): boolean => {
    for (const position of fittingCalls(index)) if (ownerOfCall[position] === undefined) return take(index, position);
    for (const position of fittingCalls(index)) {
      visited.add(position);
      const owner = ownerOfCall[position];
      if (owner !== undefined && place(owner)) return take(index, position);
    }
    return false;
  };
  // What was visited in vain stays so: nobody who answers there can ever move on.
  for (const index of expected.keys()) {
    const before = visited.size;
    if (place(index)) for (const position of [...visited].slice(before)) visited.delete(position);
  }
  const pairing: (number | undefined)[] = Array.from({ length: expected.length }, () => undefined);
  for (const [position, owner] of ownerOfCall.entries()) if (owner !== undefined) pairing[owner] = position;
  return pairing;
}

/**
 * Pairs as many expected calls as possible with calls in the same order, others may stand
 * between them: a longest common subsequence.
 * @throws UnscoredError when that takes too long.
 */
export function pairInOrder(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): Pairing {
  if (expected.length * calls.length > MOST_COMPARISONS) throw tooMany(expected, calls);
  const fit = fitting(expected, calls);
  const width = calls.length + 1;
  // longest[i * width + j]: most pairs of expected[i…] with calls[j…].
  const longest = new Uint32Array((expected.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = expected.length - 1; i >= 0; i--) {
    for (let j = calls.length - 1; j >= 0; j--) {
      longest[i * width + j] = fit(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
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

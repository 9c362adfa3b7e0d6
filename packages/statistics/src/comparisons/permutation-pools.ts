import { requireFiniteAt, requireWithinAt } from '../checks/require-number.js';
import { requireArray, requireList, requireObjectAt } from '../checks/require-shape.js';

/** What does not depend on other units: a case with the scores of its replies, or a conversation with the means of its repeats. */
export interface ExchangeableUnit {
  /** At least one. */
  readonly before: ArrayLike<number>;
  /** At least one. */
  readonly after: ArrayLike<number>;
  /** At least 0; 1 unless given. */
  readonly weight?: number;
}

/**
 * The replies of a unit in one pool, those of `after` first, already times the factor with which each of these adds to the difference; `rest`
 * is what the others take from it. So a random difference is the sum of some of the pool, less the rest.
 */
export interface Pool {
  readonly values: Float64Array;
  readonly after: number;
  readonly rest: number;
}

/** Pools one after another in a few long lists: of 100,000 units objects would take most of the memory. */
export interface Pools {
  readonly count: number;
  readonly values: Float64Array;
  /** Where the values of each pool begin; where those of the last one end, too. */
  readonly starts: Uint32Array;
  readonly after: Uint32Array;
  readonly rest: Float64Array;
  /** The part of all weights that these pools have, from 0 to 1. */
  readonly share: number;
}

/** One of the pools; its values are those of the lists. */
export function poolAt({ values, starts, after, rest }: Pools, index: number): Pool {
  return { values: values.subarray(starts[index], starts[index + 1]), after: after[index] ?? 0, rest: rest[index] ?? 0 };
}

/** Room for the pools of all units. @throws {RangeError} */
function measure(units: readonly ExchangeableUnit[]): { total: number; replies: number } {
  requireArray('units', units);
  let [total, replies] = [0, 0];
  for (let index = 0; index < units.length; index += 1) {
    requireObjectAt('units', index, units[index]);
    const { before, after, weight = 1 } = units[index] as ExchangeableUnit;
    requireList('before of a unit', before);
    requireList('after of a unit', after);
    requireWithinAt('units', index, weight, 0, Number.MAX_VALUE, '.weight');
    total += weight;
    replies += before.length + after.length;
  }
  if (!(total > 0)) throw new RangeError('there are no units with a weight; allowed: at least one');
  return { total, replies };
}

/** Writes values to a place of a list; returns their sum. @throws {RangeError} */
function write(into: Float64Array, from: number, values: ArrayLike<number>, unit: number, sum: number): number {
  let all = sum;
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? Number.NaN;
    requireFiniteAt('a value of units', unit, value);
    into[from + place] = value;
    all += value;
  }
  return all;
}

function areEqual(values: Float64Array, from: number, to: number): boolean {
  for (let place = from + 1; place < to; place += 1) if (values[place] !== values[from]) return false;
  return true;
}

/** Units as pools. Those whose replies are all equal change nothing and are left out. @throws {RangeError} */
export function poolUnits(units: readonly ExchangeableUnit[]): { pools: Pools; observed: number } {
  const { total, replies } = measure(units);
  const pools = { values: new Float64Array(replies), starts: new Uint32Array(units.length + 1), after: new Uint32Array(units.length), rest: new Float64Array(units.length) };
  let [count, start, observed, shares] = [0, 0, 0, 0];
  for (let index = 0; index < units.length; index += 1) {
    const { before, after, weight = 1 } = units[index] as ExchangeableUnit;
    if (before.length === 0 || after.length === 0) throw new RangeError(`units[${index}] has no values on one side; allowed: at least one on each`);
    if (weight === 0) continue;
    const [middle, end] = [start + after.length, start + after.length + before.length];
    const sum = write(pools.values, middle, before, index, write(pools.values, start, after, index, 0));
    if (areEqual(pools.values, start, end)) continue;
    const share = weight / total;
    const factor = share * (1 / after.length + 1 / before.length);
    const rest = (share * sum) / before.length;
    for (let place = start; place < end; place += 1) pools.values[place] = (pools.values[place] ?? 0) * factor;
    for (let place = start; place < middle; place += 1) observed += pools.values[place] ?? 0;
    observed -= rest;
    shares += share;
    pools.after[count] = after.length;
    pools.rest[count] = rest;
    count += 1;
    pools.starts[count] = end;
    start = end;
  }
  return { pools: { ...pools, count, share: shares }, observed };
}

/** Ways to choose `chosen` of `all`. */
function choices(all: number, chosen: number): number {
  let ways = 1;
  for (let step = 1; step <= chosen; step += 1) ways = (ways * (all - chosen + step)) / step;
  return Math.round(ways);
}

/** Writes every sum of `after` values of a pool less its rest, each as often as there are ways to it. @returns how many */
export function writeDifferences({ values, starts, after, rest }: Pools, index: number, into: Float64Array): number {
  const [end, without] = [starts[index + 1] ?? 0, rest[index] ?? 0];
  let size = 0;
  const choose = (from: number, missing: number, sum: number): void => {
    for (let place = from; place <= end - missing; place += 1) {
      const next = sum + (values[place] ?? 0);
      if (missing > 1) choose(place + 1, missing - 1, next);
      else into[size++] = next - without;
    }
  };
  choose(starts[index] ?? 0, after[index] ?? 1, 0);
  return size;
}

/** The number of these sums. */
export function waysOf({ starts, after }: Pools, index: number): number {
  return choices((starts[index + 1] ?? 0) - (starts[index] ?? 0), after[index] ?? 0);
}

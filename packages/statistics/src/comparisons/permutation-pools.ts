import { requireFinite, requireWithin } from '../checks/require-number.js';

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

/** Units as pools. Those whose replies are all equal change nothing and are left out. @throws {RangeError} */
export function poolUnits(units: readonly ExchangeableUnit[]): { pools: Pool[]; observed: number } {
  let total = 0;
  for (const [index, { weight = 1 }] of units.entries()) {
    requireWithin(`units[${index}].weight`, weight, 0, Number.MAX_VALUE);
    total += weight;
  }
  if (!(total > 0)) throw new RangeError('there are no units with a weight; allowed: at least one');
  const pools: Pool[] = [];
  let observed = 0;
  for (const [index, { before, after, weight = 1 }] of units.entries()) {
    if (before.length === 0 || after.length === 0) throw new RangeError(`units[${index}] has no values on one side; allowed: at least one on each`);
    if (weight === 0) continue;
    const values = Float64Array.from([...Array.from(after), ...Array.from(before)]);
    for (const value of values) requireFinite(`a value of units[${index}]`, value);
    if (values.every((value) => value === values[0])) continue;
    const sum = values.reduce((all, value) => all + value, 0);
    const share = weight / total;
    const factor = share * (1 / after.length + 1 / before.length);
    const pool = { values: values.map((value) => value * factor), after: after.length, rest: (share * sum) / before.length };
    for (let place = 0; place < pool.after; place += 1) observed += pool.values[place] ?? 0;
    observed -= pool.rest;
    pools.push(pool);
  }
  return { pools, observed };
}

/** Ways to choose `chosen` of `all`. */
export function choices(all: number, chosen: number): number {
  let ways = 1;
  for (let step = 1; step <= chosen; step += 1) ways = (ways * (all - chosen + step)) / step;
  return Math.round(ways);
}

/** Every sum of `after` values of a pool less its rest, each as often as there are ways to it. */
export function everyDifference({ values, after, rest }: Pool): number[] {
  const sums: number[] = [];
  const choose = (from: number, missing: number, sum: number): void => {
    if (missing === 0) {
      sums.push(sum - rest);
      return;
    }
    for (let place = from; place <= values.length - missing; place += 1) choose(place + 1, missing - 1, sum + (values[place] ?? 0));
  };
  choose(0, after, 0);
  return sums;
}

import { halfGamma } from '../chance/half-gamma.js';
import { createRandom } from '../chance/random.js';
import { requireBetween, requireCount, requireSameLength } from '../checks/require-number.js';
import { requireObject, requireObjects } from '../checks/require-shape.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';
import { cohenKappa } from './cohen-kappa.js';

export interface KappaIntervalOptions {
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Draws, at least 1; 1,000 unless given. */
  readonly rounds?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
}

/** As for {@link cohenKappa}: a row for each category of the first rater, in it the weights of those that the second put in each. */
type Table = readonly (readonly number[])[];

const total = (table: Table): number => table.reduce((sum, row) => sum + row.reduce((all, weight) => all + weight, 0), 0);

function addTable(sum: number[][], table: Table, times: number): void {
  for (const [place, row] of table.entries()) {
    const line = sum[place] ?? [];
    for (const [column, weight] of row.entries()) line[column] = (line[column] ?? 0) + times * weight;
  }
}

function ends(drawn: number[], level: number): Interval {
  const sorted = Float64Array.from(drawn).sort();
  return { low: quantileOfSorted(sorted, (1 - level) / 2), high: quantileOfSorted(sorted, (1 + level) / 2) };
}

/**
 * An interval of {@link cohenKappa} by the Bayesian bootstrap over clusters (Rubin 1981), once as the ratings are and once with half a rating in
 * each cell (Jeffreys' prior): what both together span. Without the prior raters that never differed would be sure never to differ;
 * with it alone, ones that hardly ever differ would be taken for worse than they are. Clusters count, by Kish's design effect, as so many of equal weight.
 * @param tables of clusters, square and of one size: ratings of one cluster depend on each other
 * @returns within [−1, 1], with kappa inside; null where kappa is
 * @throws {RangeError} for other arguments: tables that are not square or of different sizes, counts below 0, options out of range
 */
export function kappaInterval(tables: readonly Table[], options: KappaIntervalOptions = {}): Interval | null {
  requireObject('options', options);
  const { level = DEFAULT_LEVEL, rounds = 1000, seed = 1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 1);
  requireCount('seed', seed, 0);
  requireObjects('tables', tables);
  const size = tables[0]?.length ?? 0;
  const empty = (): number[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const table of tables) {
    requireSameLength('rows of a table', table.length, size);
    cohenKappa(table);
  }
  const whole = empty();
  for (const table of tables) addTable(whole, table, 1);
  const kappa = cohenKappa(whole);
  if (kappa === null) return null;
  const weights = tables.map(total);
  const scale = weights.reduce((sum, weight) => sum + weight, 0) / weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const random = createRandom(seed);
  const [plain, prior]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const sum = empty();
    for (const table of tables) addTable(sum, table, scale * random.exponential());
    const found = cohenKappa(sum);
    if (found !== null) plain.push(found);
    addTable(sum, empty().map((row) => row.map(() => halfGamma(random))), 1);
    prior.push(cohenKappa(sum) ?? kappa);
  }
  const spans = [ends(prior, level), ...(plain.length > 0 ? [ends(plain, level)] : [])];
  return { low: Math.max(-1, Math.min(kappa, ...spans.map(({ low }) => low))), high: Math.min(1, Math.max(kappa, ...spans.map(({ high }) => high))) };
}

import { halfGamma } from '../chance/half-gamma.js';
import { createRandom } from '../chance/random.js';
import { refuse, requireBetween, requireCount, requirePositive } from '../checks/require-number.js';
import { requireArray, requireNameAt, requireObject, requireObjects } from '../checks/require-shape.js';
import { DEFAULT_LEVEL, type Interval } from '../intervals/interval.js';
import { quantileOfSorted } from '../means/quantile.js';

/** One thing that all voters judged, and that is known. */
export interface VotedItem {
  /** Items of one cluster depend on each other: repeats of a case. */
  readonly cluster: string;
  /** How many it stands for, above 0. */
  readonly weight: number;
  /** Of each voter, in the same order everywhere, whether it was wrong. */
  readonly wrong: readonly boolean[];
}

export interface EffectiveVotes {
  /** Mean correlation of the errors of two voters, in [−1 / (n − 1), 1]. Null where one never errs, or always. */
  readonly correlation: number | null;
  /** In [1, n]; null with it. */
  readonly votes: number | null;
  /** Within [1, n]; null where `votes` is, and for fewer than two clusters. */
  readonly interval: Interval | null;
}

export interface EffectiveVotesOptions {
  /** In (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** Draws, at least 1; 2,000 unless given. */
  readonly rounds?: number;
  /** A whole number of at least 0; 1 unless given. */
  readonly seed?: number;
}

/** Weights of what two voters did: neither erred, the second alone, the first alone, both. */
type PairTable = [number, number, number, number];

/** The correlation of two errors; null where one does not vary. */
function phi([neither, second, first, both]: PairTable): number | null {
  const square = (neither + second) * (first + both) * (neither + first) * (second + both);
  return square > 0 ? (neither * both - first * second) / Math.sqrt(square) : null;
}

function meanPhi(tables: readonly PairTable[]): number | null {
  let sum = 0;
  for (const table of tables) {
    const found = phi(table);
    if (found === null) return null;
    sum += found;
  }
  return sum / tables.length;
}

const votesBy = (correlation: number, voters: number): number => Math.min(voters, Math.max(1, voters / Math.max(1 / voters, 1 + (voters - 1) * correlation)));

function emptyTables(voters: number): PairTable[] {
  return Array.from({ length: (voters * (voters - 1)) / 2 }, () => [0, 0, 0, 0]);
}

function addItem(tables: readonly PairTable[], { wrong, weight }: VotedItem): void {
  let pair = 0;
  for (let first = 0; first < wrong.length; first += 1) {
    for (let second = first + 1; second < wrong.length; second += 1) {
      const table = tables[pair] as PairTable;
      const cell = (wrong[first] ? 2 : 0) + (wrong[second] ? 1 : 0);
      table[cell] = (table[cell] ?? 0) + weight;
      pair += 1;
    }
  }
}

function addTables(sums: readonly PairTable[], tables: readonly PairTable[], times: number): void {
  for (const [pair, sum] of sums.entries()) {
    const table = tables[pair] as PairTable;
    for (let cell = 0; cell < 4; cell += 1) sum[cell] = (sum[cell] ?? 0) + times * (table[cell] ?? 0);
  }
}

function checked(items: readonly VotedItem[]): number {
  requireObjects('items', items);
  let voters = 0;
  for (const [index, { cluster, wrong, weight }] of items.entries()) {
    requireNameAt('items', index, 'cluster', cluster);
    requireArray(`items[${index}].wrong`, wrong);
    if (index === 0) voters = wrong.length;
    if (wrong.length !== voters) throw new RangeError(`an item has ${wrong.length} votes, and another one ${voters}; allowed: as many for each`);
    for (const vote of wrong) if (typeof vote !== 'boolean') refuse(`a vote of items[${index}].wrong`, vote, 'true or false');
    requirePositive('weight', weight);
  }
  return voters;
}

interface Clusters {
  readonly tables: readonly (readonly PairTable[])[];
  /** What their weights have to be multiplied by to count as clusters. */
  readonly scale: number;
}

/** Clusters that count, by Kish's design effect, as so many of equal weight. */
function clustersOf(items: readonly VotedItem[], voters: number): Clusters {
  const clusters = new Map<string, { tables: PairTable[]; weight: number }>();
  for (const item of items) {
    const cluster = clusters.get(item.cluster) ?? { tables: emptyTables(voters), weight: 0 };
    clusters.set(item.cluster, cluster);
    addItem(cluster.tables, item);
    cluster.weight += item.weight;
  }
  const weights = [...clusters.values()].map(({ weight }) => weight);
  const [sum, squares] = [weights.reduce((all, weight) => all + weight, 0), weights.reduce((all, weight) => all + weight ** 2, 0)];
  return { tables: [...clusters.values()].map(({ tables }) => tables), scale: sum / squares };
}

function intervalOf({ tables, scale }: Clusters, voters: number, { level, rounds, seed }: Required<EffectiveVotesOptions>): Interval {
  const random = createRandom(seed);
  const drawn = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    const sums = emptyTables(voters).map((): PairTable => [halfGamma(random), halfGamma(random), halfGamma(random), halfGamma(random)]);
    for (const cluster of tables) addTables(sums, cluster, scale * random.exponential());
    drawn[round] = votesBy(meanPhi(sums) ?? 0, voters);
  }
  drawn.sort();
  return { low: quantileOfSorted(drawn, (1 - level) / 2), high: quantileOfSorted(drawn, (1 + level) / 2) };
}

/**
 * As how many voters that err independently n voters count: n / (1 + (n − 1) ρ̄), where ρ̄ is the mean correlation of the errors of two of
 * them (Kish, Survey Sampling, 1965, section 5.4, with voters for the members of a cluster; Clemen and Winkler, Limits for the precision and
 * value of information from dependent sources, 1985, for experts). Errors are what is wrong, not what is agreed on: voters that agree may all be right.
 *
 * The interval is by the Bayesian bootstrap over clusters (Rubin 1981), with half an item in each cell of the table of two voters (Jeffreys'
 * prior): errors that were never seen together are so not taken for ones that cannot come together.
 * @param items each with a vote of every voter
 * @throws {RangeError} for other arguments: items with different numbers of votes, options out of range
 */
export function effectiveVotes(items: readonly VotedItem[], options: EffectiveVotesOptions = {}): EffectiveVotes {
  requireObject('options', options);
  const { level = DEFAULT_LEVEL, rounds = 2000, seed = 1 } = options;
  requireBetween('level', level, 0, 1);
  requireCount('rounds', rounds, 1);
  requireCount('seed', seed, 0);
  const voters = checked(items);
  const tables = emptyTables(voters);
  for (const item of items) addItem(tables, item);
  const correlation = tables.length === 0 ? null : meanPhi(tables);
  if (correlation === null) return { correlation: null, votes: null, interval: null };
  const votes = votesBy(correlation, voters);
  const clusters = clustersOf(items, voters);
  if (clusters.tables.length < 2) return { correlation, votes, interval: null };
  const { low, high } = intervalOf(clusters, voters, { level, rounds, seed });
  return { correlation, votes, interval: { low: Math.min(low, votes), high: Math.max(high, votes) } };
}

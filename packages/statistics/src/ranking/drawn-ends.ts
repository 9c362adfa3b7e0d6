import { createRandom } from '../chance/random.js';
import { quantileOfSorted } from '../means/quantile.js';
import { fitDavidson, type PairCounts } from './fit-davidson.js';

/** One comparison of two members, by their places. */
export interface Game {
  readonly one: number;
  readonly other: number;
  readonly winner: 'one' | 'other' | 'tie';
}

/** Ends of the interval of a strength. */
export interface Ends {
  readonly low: number;
  readonly high: number;
}

export interface DrawnEndsOptions {
  /** How many members there are. */
  readonly size: number;
  /** In (0, 1). */
  readonly level: number;
  /** Draws, at least 1. */
  readonly rounds: number;
  readonly seed: number;
  /** As of the fit. */
  readonly penalty: number;
}

/** Strengths of draws are distinguished in their fourth decimal; this leaves nothing to see of the fit. */
const PRECISION = 1e-6;

const emptyMatrix = (size: number): number[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => 0));

function addTo(matrix: number[][], row: number, column: number, by: number): void {
  const line = matrix[row] ?? [];
  line[column] = (line[column] ?? 0) + by;
}

/** Counts of games, each as much as its case. */
export function countGames(cases: readonly (readonly Game[])[], size: number, weights?: Float64Array): { wins: number[][]; ties: number[][] } {
  const [wins, ties] = [emptyMatrix(size), emptyMatrix(size)];
  for (const [index, games] of cases.entries()) {
    const weight = weights?.[index] ?? 1;
    for (const { one, other, winner } of games) {
      if (winner === 'one') addTo(wins, one, other, weight);
      else if (winner === 'other') addTo(wins, other, one, weight);
      else {
        addTo(ties, one, other, weight);
        addTo(ties, other, one, weight);
      }
    }
  }
  return { wins, ties };
}

/** The counts with one case more, in which the member wins, or loses, as often as it meets others in a case on average. */
function withWorst(counts: PairCounts, member: number, meetings: readonly number[], weight: number, isWinner: boolean): PairCounts {
  const wins = counts.wins.map((line) => [...line]);
  for (const [other, met] of meetings.entries()) {
    if (isWinner) addTo(wins, member, other, weight * met);
    else addTo(wins, other, member, weight * met);
  }
  return { wins, ties: counts.ties };
}

/**
 * Intervals of strengths on the thought of Gaffke's bound for means: nobody knows how much each of the cases stands for, nor what the next one
 * would be. Cases get random weights, uniform on the simplex, and one more case is added that the member wins throughout (for the upper end) or
 * loses (for the lower); the ends are quantiles of the strength. Without that case few cases that came out alike would be taken for certain.
 * @param cases the comparisons of each case, which are drawn together; at least one case
 */
export function drawnEnds(cases: readonly (readonly Game[])[], { size, level, rounds, seed, penalty }: DrawnEndsOptions): Ends[] {
  const random = createRandom(seed);
  const count = cases.length;
  const all = countGames(cases, size);
  const meetings = all.wins.map((line, row) => line.map((won, column) => (won + (all.wins[column]?.[row] ?? 0) + (all.ties[row]?.[column] ?? 0)) / count));
  const lows = Array.from({ length: size }, () => new Float64Array(rounds));
  const highs = Array.from({ length: size }, () => new Float64Array(rounds));
  const weights = new Float64Array(count);
  for (let round = 0; round < rounds; round += 1) {
    let sum = random.exponential();
    const added = sum;
    for (let index = 0; index < count; index += 1) sum += weights[index] = random.exponential();
    // Together as much as the cases that there are: against more or less of them the penalty would be another one.
    const scale = count / sum;
    const drawn = countGames(cases, size, weights.map((weight) => weight * scale));
    const { parameters } = fitDavidson(drawn, penalty, { precision: PRECISION });
    for (let member = 0; member < size; member += 1) {
      for (const [ends, isWinner] of [[lows, false], [highs, true]] as const) {
        const counts = withWorst(drawn, member, meetings[member] ?? [], added * scale, isWinner);
        (ends[member] ?? [])[round] = fitDavidson(counts, penalty, { precision: PRECISION, from: parameters }).strengths[member] ?? 0;
      }
    }
  }
  const beyond = (1 - level) / 2;
  return lows.map((low, member) => ({
    low: quantileOfSorted(low.sort(), beyond),
    high: quantileOfSorted((highs[member] ?? low).sort(), 1 - beyond),
  }));
}

/** What was counted between each pair of members. */
export interface PairCounts {
  /** How often each (row) beat each (column). */
  readonly wins: readonly (readonly number[])[];
  /** How often they were level; symmetric. */
  readonly ties: readonly (readonly number[])[];
}

export interface DavidsonFit {
  /** Logarithms of the strengths, with mean 0. */
  readonly strengths: number[];
  /** Davidson's ν: how likely ties are; 0 where there are none. */
  readonly tieRate: number;
  /** What was fitted: the strengths, and ln ν where there are ties. */
  readonly parameters: readonly number[];
}

export interface DavidsonStart {
  /** Parameters near to the solution, of a fit with as many members that had ties if these counts have. */
  readonly from?: readonly number[];
  /** The largest step at which the fit is done; 1e-12 unless given. */
  readonly precision?: number;
}

const MOST_STEPS = 100;

/** Solves a symmetric positive definite system by Cholesky's decomposition. */
function solve(matrix: number[][], vector: readonly number[]): number[] {
  const size = vector.length;
  const lower = matrix.map((row) => [...row]);
  const at = (row: number, column: number): number => lower[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    for (let row = column; row < size; row += 1) {
      let sum = at(row, column);
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k);
      const line = lower[row] ?? [];
      line[column] = row === column ? Math.sqrt(Math.max(sum, 1e-300)) : sum / at(column, column);
    }
  }
  const result = [...vector];
  for (let row = 0; row < size; row += 1) {
    for (let k = 0; k < row; k += 1) result[row] = (result[row] ?? 0) - at(row, k) * (result[k] ?? 0);
    result[row] = (result[row] ?? 0) / at(row, row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < size; k += 1) result[row] = (result[row] ?? 0) - at(k, row) * (result[k] ?? 0);
    result[row] = (result[row] ?? 0) / at(row, row);
  }
  return result;
}

/** Log-likelihood, gradient and information of the strengths and, last, of ln ν. */
interface Slopes {
  value: number;
  gradient: number[];
  information: number[][];
}

function addTo(matrix: number[][], row: number, column: number, by: number): void {
  const line = matrix[row] ?? [];
  line[column] = (line[column] ?? 0) + by;
}

/**
 * Adds what happened between two members. The outcomes have the logits θ of the one, θ of the other and, for a tie, ln ν + their mean: linear in the
 * parameters, so that the information is what varies of a multinomial law.
 */
function addPair(slopes: Slopes, parameters: readonly number[], [one, other]: readonly [number, number], counts: readonly [number, number, number], hasTies: boolean): void {
  const last = parameters.length - 1;
  const [first, second] = [parameters[one] ?? 0, parameters[other] ?? 0];
  const level = hasTies ? (parameters[last] ?? 0) + (first + second) / 2 : -Infinity;
  const largest = Math.max(first, second, level);
  const [ofOne, ofOther, ofTie] = [Math.exp(first - largest), Math.exp(second - largest), Math.exp(level - largest)];
  const sum = ofOne + ofOther + ofTie;
  const [wins, losses, ties] = counts;
  const played = wins + losses + ties;
  const [won, lost, tied] = [ofOne / sum, ofOther / sum, ofTie / sum];
  slopes.value += wins * first + losses * second + (ties > 0 ? ties * level : 0) - played * (largest + Math.log(sum));
  const [upper, lower] = [won + tied / 2, lost + tied / 2];
  slopes.gradient[one] = (slopes.gradient[one] ?? 0) + wins + ties / 2 - played * upper;
  slopes.gradient[other] = (slopes.gradient[other] ?? 0) + losses + ties / 2 - played * lower;
  const across = played * (tied / 4 - upper * lower);
  addTo(slopes.information, one, one, played * (won + tied / 4 - upper * upper));
  addTo(slopes.information, other, other, played * (lost + tied / 4 - lower * lower));
  addTo(slopes.information, one, other, across);
  addTo(slopes.information, other, one, across);
  if (!hasTies) return;
  slopes.gradient[last] = (slopes.gradient[last] ?? 0) + ties - played * tied;
  addTo(slopes.information, last, last, played * tied * (1 - tied));
  for (const [member, share] of [[one, upper], [other, lower]] as const) {
    addTo(slopes.information, member, last, played * tied * (0.5 - share));
    addTo(slopes.information, last, member, played * tied * (0.5 - share));
  }
}

function slopesAt(parameters: readonly number[], { wins, ties }: PairCounts, penalty: number, hasTies: boolean): Slopes {
  const size = wins.length;
  const slopes: Slopes = {
    value: parameters.reduce((sum, parameter) => sum - (penalty / 2) * parameter * parameter, 0),
    gradient: parameters.map((parameter) => -penalty * parameter),
    information: parameters.map((_, row) => parameters.map((_each, column) => (row === column ? penalty : 0))),
  };
  for (let one = 0; one < size; one += 1) {
    for (let other = one + 1; other < size; other += 1) {
      const counts = [wins[one]?.[other] ?? 0, wins[other]?.[one] ?? 0, ties[one]?.[other] ?? 0] as const;
      if (counts[0] + counts[1] + counts[2] > 0) addPair(slopes, parameters, [one, other], counts, hasTies);
    }
  }
  return slopes;
}

/**
 * Strengths of members that were all compared, if only by way of others: Bradley and Terry's model with Davidson's ties (1970), by Newton's
 * method on the log-likelihood, which is concave. The penalty ½·penalty·Σ parameter² keeps strengths finite where one always wins.
 * @param penalty above 0
 */
export function fitDavidson(counts: PairCounts, penalty: number, { from: start, precision = 1e-12 }: DavidsonStart = {}): DavidsonFit {
  const hasTies = counts.ties.some((row) => row.some((count) => count > 0));
  let parameters = start ? [...start] : Array.from({ length: counts.wins.length + (hasTies ? 1 : 0) }, () => 0);
  let slopes = slopesAt(parameters, counts, penalty, hasTies);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const direction = solve(slopes.information, slopes.gradient);
    let share = 1;
    const from = parameters;
    const move = (): number[] => from.map((parameter, index) => parameter + share * (direction[index] ?? 0));
    let next = slopesAt(move(), counts, penalty, hasTies);
    while (next.value < slopes.value - 1e-12 * Math.abs(slopes.value) && share > 1e-6) {
      share /= 2;
      next = slopesAt(move(), counts, penalty, hasTies);
    }
    parameters = move();
    slopes = next;
    if (Math.max(...direction.map(Math.abs)) * share < precision) break;
  }
  const strengths = parameters.slice(0, counts.wins.length);
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / strengths.length;
  return { strengths: strengths.map((strength) => strength - mean), tieRate: hasTies ? Math.exp(parameters.at(-1) ?? 0) : 0, parameters };
}

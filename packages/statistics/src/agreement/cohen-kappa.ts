import { requireSameLength, requireWithin } from '../checks/require-number.js';
import { requireArray, requireOneOf } from '../checks/require-shape.js';

/** What a disagreement counts: all the same, by the distance of the categories, or by its square. */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

const penaltyOf: Record<KappaWeights, (distance: number) => number> = {
  none: (distance) => (distance === 0 ? 0 : 1),
  linear: (distance) => distance,
  quadratic: (distance) => distance * distance,
};

/**
 * Cohen's kappa of two raters (1960; weighted 1968): 1 is full agreement, 0 what chance gives, below 0 less than that.
 * @param table how often the first rater said the category of the row and the second that of the column; square, in the order of the categories
 * @returns at most 1; null where there is nothing to agree on: no ratings, or both always said the same one category
 * @throws {RangeError} for other arguments: a table that is not square, counts below 0
 */
export function cohenKappa(table: readonly (readonly number[])[], weights: KappaWeights = 'none'): number | null {
  requireArray('table', table);
  requireOneOf('weights', weights, Object.keys(penaltyOf));
  const size = table.length;
  const columns = Array.from({ length: size }, () => 0);
  const rows = Array.from(table, (row, index) => {
    requireArray(`table[${index}]`, row);
    requireSameLength(`columns in row ${index}`, row.length, size);
    for (const [column, count] of row.entries()) {
      requireWithin(`table[${index}][${column}]`, count, 0, Number.MAX_VALUE);
      columns[column] = (columns[column] ?? 0) + count;
    }
    return row.reduce((sum, count) => sum + count, 0);
  });
  const total = rows.reduce((sum, count) => sum + count, 0);
  const penalty = penaltyOf[weights];
  let [observed, expected] = [0, 0];
  for (const [row, counts] of table.entries()) {
    for (const [column, count] of counts.entries()) {
      observed += penalty(Math.abs(row - column)) * count;
      expected += (penalty(Math.abs(row - column)) * (rows[row] ?? 0) * (columns[column] ?? 0)) / total;
    }
  }
  return expected > 0 ? 1 - observed / expected : null;
}

import { describeValue, isJsonObject, type EvaluationScore, type ScoreBounds } from '@assay/schema';

/** Rounding noise of a mean and of its bounds, which are calculated one by one. */
const NOISE = 1e-9;

function isBounds({ worst, best }: Partial<Record<keyof ScoreBounds, unknown>>, score: number | null): boolean {
  if (typeof worst !== 'number' || typeof best !== 'number') return false;
  const least = score ?? worst;
  const most = score ?? best;
  return worst >= -NOISE && best <= 1 + NOISE && worst <= best && worst <= least + NOISE && most <= best + NOISE;
}

/** What stands there, with the numbers that it has. */
function inWords(given: unknown): string {
  if (!isJsonObject(given)) return describeValue(given);
  return `worst: ${describeValue(given['worst'])}, best: ${describeValue(given['best'])}`;
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * The bounds of an evaluator's score, which thresholds go by. If they are given and cannot be, parts of the score are not known, and
 * nobody can say how many: then they are as wide as they can be, with a warning. To leave them out would make the score certain.
 * @param score what it is kept as: [0, 1], or null when unscored.
 */
export function knownBounds(given: unknown, score: number | null): Pick<EvaluationScore, 'bounds' | 'warnings'> {
  // What nothing is unscored of may say null.
  if (given === undefined || given === null) return {};
  if (isJsonObject(given) && isBounds(given, score)) {
    const { worst, best } = given as unknown as ScoreBounds;
    return { bounds: { worst: clamped(worst), best: clamped(best) } };
  }
  const allowed = `bounds are an object with worst and best, from 0 to 1${score === null ? '' : `, and the score ${score} between them`}`;
  return { bounds: { worst: 0, best: 1 }, warnings: [`bounds of ${inWords(given)} cannot be, and count as 0 to 1: ${allowed}`] };
}

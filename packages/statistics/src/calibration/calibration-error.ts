import { requireCount, requireSameLength, requireWithin } from '../checks/require-number.js';
import { requireList } from '../checks/require-shape.js';

export interface ReliabilityBin {
  /** The bin holds confidences in (low, high]; the first one 0 too. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Mean confidence; null for an empty bin. */
  readonly confidence: number | null;
  /** Mean outcome; null for an empty bin. */
  readonly accuracy: number | null;
}

export interface CalibrationError {
  /** Expected calibration error: Σ count/n · |accuracy − confidence|, in [0, 1]; null for no items. */
  readonly ece: number | null;
  /** The largest |accuracy − confidence| of a bin; null for no items. */
  readonly largest: number | null;
  readonly bins: readonly ReliabilityBin[];
}

/** Collects confidences one after the other, in memory that depends on the number of bins alone. */
export interface Reliability {
  /**
   * @param confidence in [0, 1]
   * @param outcome 0 or 1, or a score in [0, 1]
   * @throws {RangeError} for other arguments
   */
  add(confidence: number, outcome: number): void;
  result(): CalibrationError;
}

/** The bin that a confidence lies in, by the ends that bins are shown with: a product with their number may be rounded across one. */
function binOf(confidence: number, bins: number): number {
  const bin = Math.max(0, Math.ceil(confidence * bins) - 1);
  if (bin > 0 && confidence <= bin / bins) return bin - 1;
  return bin < bins - 1 && confidence > (bin + 1) / bins ? bin + 1 : bin;
}

/**
 * How far stated confidences are from what comes true, in bins of equal width, for items that come one by one.
 * @param bins at least 1; 15 unless given
 * @throws {RangeError} for other arguments
 */
export function createReliability(bins = 15): Reliability {
  requireCount('bins', bins, 1);
  const counts = new Float64Array(bins);
  const stated = new Float64Array(bins);
  const came = new Float64Array(bins);
  let items = 0;
  return {
    add(confidence, outcome) {
      requireWithin(`confidences[${items}]`, confidence, 0, 1);
      requireWithin(`outcomes[${items}]`, outcome, 0, 1);
      const bin = binOf(confidence, bins);
      counts[bin] = (counts[bin] ?? 0) + 1;
      stated[bin] = (stated[bin] ?? 0) + confidence;
      came[bin] = (came[bin] ?? 0) + outcome;
      items += 1;
    },
    result() {
      let [sum, largest] = [0, 0];
      const table = Array.from(counts, (count, bin): ReliabilityBin => {
        const gap = Math.abs((came[bin] ?? 0) - (stated[bin] ?? 0));
        sum += gap;
        if (count > 0) largest = Math.max(largest, gap / count);
        return {
          low: bin / bins,
          high: (bin + 1) / bins,
          count,
          confidence: count === 0 ? null : (stated[bin] ?? 0) / count,
          accuracy: count === 0 ? null : (came[bin] ?? 0) / count,
        };
      });
      return { ece: items === 0 ? null : sum / items, largest: items === 0 ? null : largest, bins: table };
    },
  };
}

/**
 * How far stated confidences are from what comes true, in bins of equal width (Guo et al., arXiv 1706.04599). The estimate depends on the
 * bins and is too high for few items.
 * @param confidences each in [0, 1]
 * @param outcomes 0 or 1, or a score in [0, 1]; as many
 * @param bins at least 1; 15 unless given
 * @throws {RangeError} for other arguments
 */
export function calibrationError(confidences: ArrayLike<number>, outcomes: ArrayLike<number>, bins = 15): CalibrationError {
  const reliability = createReliability(bins);
  requireList('confidences', confidences);
  requireList('outcomes', outcomes);
  requireSameLength('outcomes', outcomes.length, confidences.length);
  for (let index = 0; index < confidences.length; index += 1) reliability.add(confidences[index] ?? Number.NaN, outcomes[index] ?? Number.NaN);
  return reliability.result();
}

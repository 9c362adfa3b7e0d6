import { type NormalizeContext, reportError, reportWarning, type ValuePath } from '@assay/schema';
/** The weight of a criterion as it is written; undefined when it is not. */
interface WrittenWeight {
  readonly name: string;
  readonly weight: number | undefined;
}

/** Most that a sum of weights may differ from 1 without a warning: room for rounding (three times 0.333). */
const TOLERANCE = 0.001;
/** What adding up decimals may differ by; such weights stay as they are written. */
const ROUNDING = 1e-9;

function shownSum(sum: number): string {
  return String(Math.round(sum * 10_000) / 10_000);
}

/** Gives what is left of 1 to the criteria that have no weight, in equal parts. Undefined when nothing is left. */
function fillIn(
  context: NormalizeContext,
  written: readonly WrittenWeight[],
  path: ValuePath,
): readonly number[] | undefined {
  const missing = written.filter(({ weight }) => weight === undefined);
  const rest = 1 - written.reduce((sum, { weight = 0 }) => sum + weight, 0);
  const share = missing.length === written.length ? 1 / written.length : rest / missing.length;
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  if (missing.length > 0 && share <= ROUNDING) {
    reportError(context, path, `${names} without a weight: nothing is left for it, the other weights add up to ${shownSum(1 - rest)}`, {
      hint: 'give every criterion a weight, so that they add up to 1',
    });
    return undefined;
  }
  if (missing.length > 0 && missing.length < written.length) {
    reportWarning(context, path, `${names} without a weight: what is left of 1 is used, ${shownSum(share)} each`, {
      code: 'missing-weight',
      hint: 'give every criterion a weight, so that they add up to 1',
    });
  }
  return written.map(({ weight }) => weight ?? share);
}

/**
 * The weights of a rubric's criteria, adding up to 1 in the same proportions. Without any, all
 * are equal. A sum that is clearly not 1 is warned about; weights that are all 0 are an error.
 * @param path Where the rubric stands.
 */
export function criterionWeights(
  context: NormalizeContext,
  written: readonly WrittenWeight[],
  path: ValuePath,
): readonly number[] {
  if (written.length === 0) return [];
  const weights = fillIn(context, written, path);
  if (!weights) return [];
  const largest = Math.max(...weights);
  if (largest === 0) {
    reportError(context, path, 'all weights of the rubric are 0, so that the case would have no score', {
      hint: 'give at least one criterion a weight above 0',
    });
    return weights;
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= ROUNDING) return weights;
  if (Math.abs(sum - 1) > TOLERANCE) {
    reportWarning(context, path, `the weights of the rubric add up to ${shownSum(sum)}, not 1; they are used in the same proportions`, {
      code: 'weight-sum',
      which: 'key',
      hint: 'change them so that they add up to 1',
    });
  }
  // In units of the largest one, so that no sum is too large for a number.
  const scaled = weights.map((weight) => weight / largest);
  const total = scaled.reduce((all, weight) => all + weight, 0);
  return scaled.map((weight) => weight / total);
}

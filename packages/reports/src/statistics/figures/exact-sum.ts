/** A running sum whose result does not depend on the order of its terms. */
export interface ExactSum {
  /** Adds a finite number. */
  add(term: number): void;
  /** The correctly rounded sum so far; 0 without terms. */
  value(): number;
}

/** Rounds the last step to even as one addition of the exact parts would. */
function roundParts(parts: readonly number[]): number {
  let index = parts.length - 1;
  let high = parts[index] ?? 0;
  let low = 0;
  while (index > 0 && low === 0) {
    index -= 1;
    const part = parts[index] ?? 0;
    const sum = high + part;
    low = part - (sum - high);
    high = sum;
  }
  const next = parts[index - 1] ?? 0;
  if (index > 0 && ((low < 0 && next < 0) || (low > 0 && next > 0))) {
    const doubled = low * 2;
    const rounded = high + doubled;
    if (doubled === rounded - high) return rounded;
  }
  return high;
}

/** Adds a finite number to a sum that is kept as numbers which do not overlap, without losing a bit. */
export function addExactly(parts: number[], term: number): void {
  let carry = term;
  let kept = 0;
  const before = parts.length;
  for (let index = 0; index < before; index++) {
    const part = parts[index] ?? 0;
    const swap = Math.abs(carry) < Math.abs(part);
    const large = swap ? part : carry;
    const small = swap ? carry : part;
    const sum = large + small;
    const rest = small - (sum - large);
    if (rest !== 0) {
      parts[kept] = rest;
      kept += 1;
    }
    carry = sum;
  }
  parts[kept] = carry;
  kept += 1;
  if (parts.length > kept) parts.length = kept;
}

/** Such a sum, correctly rounded. Never -0, which JSON has no form for: a sum of stored numbers would be another one. */
export function exactValue(parts: readonly number[]): number {
  return roundParts(parts) + 0;
}

/**
 * Sums without losing a bit: the exact sum is kept as a few numbers that do not overlap
 * (J. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997) and rounded once, when it is
 * read. So the same terms give the same sum in whatever order trials finish. Memory is constant.
 */
export function createExactSum(): ExactSum {
  const parts: number[] = [];
  return { add: (term) => addExactly(parts, term), value: () => exactValue(parts) };
}

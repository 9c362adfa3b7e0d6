/** ½ · ln 2π */
const HALF_LOG_TWO_PI = 0.918_938_533_204_672_8;

/** From here on the series below is exact to the last digit of a double. */
const SERIES_FROM = 15;

/** Bernoulli numbers over 2k(2k − 1): the terms of Stirling's series. */
const TERMS = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156];

/** What Stirling's formula lacks to ln Γ(x), for x ≥ 15. */
function series(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let index = TERMS.length - 1; index >= 0; index -= 1) sum = sum / square + (TERMS[index] ?? 0);
  return sum / x;
}

/** ln Γ(x) for finite x > 0, not checked: smaller arguments are shifted up to where the series holds. */
export function logGammaOf(x: number): number {
  let product = 1;
  let shifted = x;
  while (shifted < SERIES_FROM) {
    product *= shifted;
    shifted += 1;
  }
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + series(shifted) - Math.log(product);
}

/** ln Γ(x + 1) − (x + ½) ln x + x − ½ ln 2π: what Stirling's formula lacks to ln x!, without the loss of digits for large x. */
export function stirlingError(x: number): number {
  if (x >= SERIES_FROM) return series(x);
  return logGammaOf(x + 1) - (x + 0.5) * Math.log(x) + x - HALF_LOG_TWO_PI;
}

/**
 * x · ln(x / m) + m − x, also where x and m are nearly equal and the terms cancel.
 * Loader, Fast and Accurate Computation of Binomial Probabilities (2000).
 */
export function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const ratio = difference / (x + m);
  const square = ratio * ratio;
  let sum = difference * ratio;
  let power = 2 * x * ratio;
  for (let odd = 3; ; odd += 2) {
    power *= square;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** Terms cᵢ · Eᵢ of a sum, with independent exponential variables Eᵢ of mean 1. */
export interface ExponentialTerms {
  /** The factors cᵢ; those that are equal may stand once. */
  readonly factors: Float64Array;
  /** How often each factor occurs: whole numbers of at least 1. */
  readonly counts: Float64Array;
}

/** What is left of the integrand where the sum over it ends. */
const NEGLIGIBLE = 1e-18;
/** Two sums that are so close, relative to them, are the integral. */
const AGREEMENT = 1e-12;
const MOST_HALVINGS = 7;
/** Squares of products stay below the largest double. */
const HUGE = 1e140;

/** The cumulant generating function of the sum at `s`, and its first two derivatives. */
function cumulants({ factors, counts }: ExponentialTerms, s: number): [value: number, first: number, second: number] {
  let [value, first, second] = [0, 0, 0];
  for (let index = 0; index < factors.length; index += 1) {
    const factor = factors[index] ?? 0;
    const count = counts[index] ?? 0;
    const rest = 1 - s * factor;
    const ratio = factor / rest;
    value -= count * Math.log(rest);
    first += count * ratio;
    second += count * ratio * ratio;
  }
  return [value, first, second];
}

/** Where the cumulant generating function is least, between its poles: Newton, with bisection where a step leaves the bracket. */
function saddlepoint(terms: ExponentialTerms, low: number, high: number): number {
  let [below, above, s] = [low, high, 0];
  for (let step = 0; step < 100; step += 1) {
    const [, first, second] = cumulants(terms, s);
    if (first < 0) below = s;
    else above = s;
    const newton = s - first / second;
    const next = newton > below && newton < above ? newton : (below + above) / 2;
    // The path may lie anywhere near: the integral is the same.
    if (Math.abs(next - s) * Math.sqrt(second) < 1e-3) return next;
    s = next;
  }
  return s;
}

/** A product whose size does not matter beyond that of the largest. */
interface Product {
  real: number;
  imaginary: number;
}

/**
 * Multiplies the product by (1 − iτrᵢ) for factors that occur once, four at a time: what does not hang on the product is worked out beside
 * it, which takes half of the time of one after another.
 * @returns the place behind the last one; undefined where the product is so large that nothing is left of the integrand
 */
function multiplyFours(product: Product, ratios: Float64Array, counts: Float64Array, tau: number): number | undefined {
  let { real, imaginary } = product;
  let index = 0;
  for (; index + 4 <= ratios.length; index += 4) {
    if (counts[index] !== 1 || counts[index + 1] !== 1 || counts[index + 2] !== 1 || counts[index + 3] !== 1) break;
    const [a, b] = [tau * (ratios[index] ?? 0), tau * (ratios[index + 1] ?? 0)];
    const [c, d] = [tau * (ratios[index + 2] ?? 0), tau * (ratios[index + 3] ?? 0)];
    const [inner, outer] = [1 - a * b, 1 - c * d];
    const [innerTurn, outerTurn] = [a + b, c + d];
    const by = inner * outer - innerTurn * outerTurn;
    const turn = inner * outerTurn + innerTurn * outer;
    const next = real * by + imaginary * turn;
    imaginary = imaginary * by - real * turn;
    real = next;
    // Also for what is no number any more: the difference of two infinite ones.
    if (!(Math.abs(real) + Math.abs(imaginary) <= HUGE)) return undefined;
  }
  product.real = real;
  product.imaginary = imaginary;
  return index;
}

/** 1 / Π (1 − iτrᵢ) / (σ + iτ): its real part. */
function integrand(ratios: Float64Array, counts: Float64Array, sigma: number, tau: number): number {
  const product: Product = { real: 1, imaginary: 0 };
  const rest = multiplyFours(product, ratios, counts, tau);
  if (rest === undefined) return 0;
  let { real, imaginary } = product;
  let [logSize, angle] = [0, 0];
  for (let index = rest; index < ratios.length; index += 1) {
    const by = tau * (ratios[index] ?? 0);
    const count = counts[index] ?? 0;
    if (count === 1) {
      const next = real + imaginary * by;
      imaginary -= real * by;
      real = next;
      if (Math.abs(real) + Math.abs(imaginary) > HUGE) return 0;
    } else {
      logSize += (count / 2) * Math.log1p(by * by);
      angle -= count * Math.atan(by);
    }
  }
  const productReal = real * sigma - imaginary * tau;
  const productImaginary = real * tau + imaginary * sigma;
  const size = productReal * productReal + productImaginary * productImaginary;
  return ((productReal * Math.cos(angle) - productImaginary * Math.sin(angle)) / size) * Math.exp(-logSize);
}

/** ∫ of the integrand over τ from 0 to ∞, with τ = scale · sinh u: the trapezoidal rule, finer until it stands. */
function integrate(at: (tau: number) => number, scale: number): number {
  const value = (u: number): number => at(scale * Math.sinh(u)) * scale * Math.cosh(u);
  const sumFrom = (start: number, step: number): number => {
    let [sum, small] = [0, 0];
    for (let u = start; u < 700 && small < 3; u += step) {
      const term = value(u);
      sum += term;
      small = Math.abs(term) <= NEGLIGIBLE * Math.abs(sum) ? small + 1 : 0;
    }
    return sum;
  };
  let step = 0.5;
  let sum = value(0) / 2 + sumFrom(step, step);
  for (let halving = 0; halving < MOST_HALVINGS; halving += 1) {
    const finer = sum + sumFrom(step / 2, step);
    const change = Math.abs((finer * step) / 2 - sum * step);
    sum = finer;
    step /= 2;
    // The error falls to its square with each halving, so a small change means a far smaller error.
    if (change <= Math.sqrt(AGREEMENT) * Math.abs(sum * step)) break;
  }
  return sum * step;
}

/** How far from the pole at 0 the path has to stay, in standard deviations. */
const NEAREST = 0.75;

/**
 * The chance that a sum of exponential variables with factors of both signs is above 0: Cramér's integral over a line through the
 * saddlepoint, where nothing oscillates, so that some 20 values of the integrand give 10 digits, in the far tails too.
 * @param terms at least one factor above and one below 0
 * @returns in [0, 1]
 */
export function chancePositive(terms: ExponentialTerms): number {
  let [lowest, highest] = [0, 0];
  for (const factor of terms.factors) {
    if (factor < lowest) lowest = factor;
    if (factor > highest) highest = factor;
  }
  if (highest <= 0) return 0;
  if (lowest >= 0) return 1;
  const saddle = saddlepoint(terms, 1 / lowest, 1 / highest);
  const [, , curvature] = cumulants(terms, saddle);
  const unit = 1 / Math.sqrt(curvature);
  let sigma = saddle;
  if (Math.abs(saddle) < NEAREST * unit) {
    sigma = saddle < 0 ? Math.max(-NEAREST * unit, 0.5 / lowest) : Math.min(NEAREST * unit, 0.5 / highest);
  }
  const [height, , second] = cumulants(terms, sigma);
  const ratios = terms.factors.map((factor) => factor / (1 - sigma * factor));
  const tail = (Math.exp(height) / Math.PI) * integrate((tau) => integrand(ratios, terms.counts, sigma, tau), 1 / Math.sqrt(second));
  return Math.min(1, Math.max(0, sigma > 0 ? tail : 1 + tail));
}

/** More steps than bisection alone needs for any double. */
const MOST_STEPS = 200;

/** The value of an increasing function and its slope; a slope of 0 or NaN asks for bisection. */
export interface Slope {
  readonly value: number;
  readonly slope: number;
}

/**
 * The place in [low, high] where an increasing function is 0: Newton's steps, and bisection wherever one leaves the bracket.
 * @param tolerance the step below which it stops
 */
export function findRoot(of: (x: number) => Slope, start: number, low: number, high: number, tolerance: number): number {
  let [below, above, x] = [low, high, start];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { value, slope } = of(x);
    if (value === 0) return x;
    if (value < 0) below = x;
    else above = x;
    const newton = x - value / slope;
    const next = newton > below && newton < above ? newton : (below + above) / 2;
    if (Math.abs(next - x) <= tolerance) return next;
    x = next;
  }
  return x;
}

import { findRoot } from './find-root.js';
import { betaFront, betaTails } from './incomplete-beta.js';

/** The logarithm of the smallest double that has all of its digits. */
const LOWEST_LOG = -708;
const LOG_HALF = -Math.LN2;

/** The quantile in (0, ½], known to lie there: Newton on the logarithms of x and of the smaller tail, which are nearly a line. */
function lowerHalf(a: number, b: number, p: number, q: number): number {
  const useLower = p <= q;
  const goal = Math.log(useLower ? p : q);
  const atLog = (logX: number) => {
    const x = Math.exp(logX);
    const { lower, upper } = betaTails(a, b, x, 1 - x);
    const slope = betaFront(a, b, x, 1 - x) / (1 - x);
    if (useLower) return { value: Math.log(lower) - goal, slope: slope / lower };
    return { value: goal - Math.log(upper), slope: slope / upper };
  };
  if (atLog(LOWEST_LOG).value >= 0) return 0;
  const start = Math.log(Math.min(0.5, a / (a + b)));
  return Math.exp(findRoot(atLog, Math.max(start, LOWEST_LOG), LOWEST_LOG, LOG_HALF, 1e-15));
}

/** The quantile x of Beta(a, b) where the lower tail is p and the upper one q, and y = 1 − x. Not checked. */
export function betaQuantile(a: number, b: number, p: number, q: number): { readonly x: number; readonly y: number } {
  if (p <= 0) return { x: 0, y: 1 };
  if (q <= 0) return { x: 1, y: 0 };
  const half = betaTails(a, b, 0.5, 0.5);
  // The smaller of both tails decides: the other one has lost its digits.
  if (p <= q ? p <= half.lower : q >= half.upper) {
    const x = lowerHalf(a, b, p, q);
    return { x, y: 1 - x };
  }
  const y = lowerHalf(b, a, q, p);
  return { x: 1 - y, y };
}

import { findRoot } from './find-root.js';
import { gammaFront, gammaTails } from './incomplete-gamma.js';

/** The logarithms of the smallest and the largest double that have all of their digits. */
const LOWEST_LOG = -708;
const HIGHEST_LOG = 709;

/** The quantile of the gamma distribution of shape a, for tails p and q = 1 − p. Not checked. */
export function gammaQuantile(a: number, p: number, q: number): number {
  if (p <= 0) return 0;
  if (q <= 0) return Number.POSITIVE_INFINITY;
  const useLower = p <= q;
  const goal = Math.log(useLower ? p : q);
  const atLog = (logX: number) => {
    const x = Math.exp(logX);
    const { lower, upper } = gammaTails(a, x);
    const front = gammaFront(a, x);
    if (useLower) return { value: Math.log(lower) - goal, slope: front / lower };
    return { value: goal - Math.log(upper), slope: front / upper };
  };
  if (atLog(LOWEST_LOG).value >= 0) return 0;
  return Math.exp(findRoot(atLog, Math.max(Math.log(a), LOWEST_LOG), LOWEST_LOG, HIGHEST_LOG, 1e-15));
}

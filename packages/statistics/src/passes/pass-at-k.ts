import { requireCount, requireWithin } from '../checks/require-number.js';

/** Checks what both estimators take. @throws {RangeError} */
function requireDraws(n: number, passed: number, k: number): void {
  requireCount('n', n, 1);
  requireCount('passed', passed, 0);
  requireWithin('passed', passed, 0, n);
  requireCount('k', k, 1);
  requireWithin('k', k, 1, n);
}

/** C(hits, k) / C(n, k): the chance that k of n, drawn without putting back, are all among `hits`. */
function allAmong(n: number, hits: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k && chance > 0; drawn += 1) chance *= Math.max(0, hits - drawn) / (n - drawn);
  return chance;
}

/**
 * pass@k: the chance that at least one of k replies passes, without bias from n ≥ k replies (Chen et al., arXiv 2107.03374).
 * @param n replies to a case, at least 1
 * @param passed how many of them passed
 * @param k from 1 to `n`
 * @returns in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function passAtK(n: number, passed: number, k: number): number {
  requireDraws(n, passed, k);
  return 1 - allAmong(n, n - passed, k);
}

/**
 * pass^k: the chance that all of k replies pass, without bias from n ≥ k replies (Yao et al., τ-bench, arXiv 2406.12045).
 * @param n replies to a case, at least 1
 * @param passed how many of them passed
 * @param k from 1 to `n`
 * @returns in [0, 1]
 * @throws {RangeError} for other arguments
 */
export function passHatK(n: number, passed: number, k: number): number {
  requireDraws(n, passed, k);
  return allAmong(n, passed, k);
}

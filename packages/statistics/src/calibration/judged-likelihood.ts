/** Verdicts of a judge: over a run, and on items whose truth is known. */
export interface JudgedCounts {
  /** Passes that the judge gave in the run, of how many verdicts. */
  readonly passed: number;
  readonly verdicts: number;
  /** Passes that it gave to labelled items that are true passes, of how many. */
  readonly truePassed: number;
  readonly trueLabels: number;
  /** Fails that it gave to labelled items that are true fails, of how many. */
  readonly falseFailed: number;
  readonly falseLabels: number;
}

/** count · ln(chance), also where both are 0 */
const term = (count: number, chance: number): number => (count === 0 ? 0 : count * Math.log(chance));

/** ln of the binomial chance, without what does not depend on the parameter. */
const binomial = (hits: number, of: number, chance: number): number => term(hits, chance) + term(of - hits, 1 - chance);

/** The rate at which hits/rate − misses/(1 − rate) is `pull`. */
function pulledRate(hits: number, of: number, pull: number): number {
  if (of === 0) return pull < 0 ? 1 : pull > 0 ? 0 : 0.5;
  const b = pull + of;
  const root = Math.sqrt(Math.max(0, b * b - 4 * pull * hits));
  const rate = b > 0 ? (2 * hits) / (b + root) : (b - root) / (2 * pull);
  return Math.min(1, Math.max(0, rate));
}

/**
 * The largest log-likelihood of the counts when the true rate of passes is `rate`, over what the judge's rates may be. At the maximum each of
 * the three binomials is pulled by the same multiplier, which bisection finds.
 */
export function profileLikelihood(counts: JudgedCounts, rate: number): number {
  const { passed, verdicts, truePassed, trueLabels, falseFailed, falseLabels } = counts;
  const at = (pull: number) => {
    const sensitivity = pulledRate(truePassed, trueLabels, pull * rate);
    const specificity = pulledRate(falseFailed, falseLabels, -pull * (1 - rate));
    const seen = pulledRate(passed, verdicts, -pull);
    return { sensitivity, specificity, seen, implied: rate * sensitivity + (1 - rate) * (1 - specificity) };
  };
  const scale = verdicts + trueLabels + falseLabels;
  let [low, high] = [-40, 40];
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    const { seen, implied } = at(scale * Math.sinh(middle) * 1e-6);
    if (implied > seen) low = middle;
    else high = middle;
  }
  const [above, { sensitivity, specificity, seen, implied: below }] = [at(scale * Math.sinh(low) * 1e-6), at(scale * Math.sinh(high) * 1e-6)];
  // A rate that no label tells of jumps from one end to the other where the pull changes its sign, and what is implied jumps with it: every
  // value between is possible there.
  const implied = Math.min(above.implied, Math.max(below, seen));
  return binomial(passed, verdicts, implied) + binomial(truePassed, trueLabels, sensitivity) + binomial(falseFailed, falseLabels, specificity);
}

/** The largest log-likelihood without any tie between the three rates. */
export function freeLikelihood({ passed, verdicts, truePassed, trueLabels, falseFailed, falseLabels }: JudgedCounts): number {
  const rate = (hits: number, of: number): number => (of === 0 ? 0.5 : hits / of);
  return (
    binomial(passed, verdicts, rate(passed, verdicts)) +
    binomial(truePassed, trueLabels, rate(truePassed, trueLabels)) +
    binomial(falseFailed, falseLabels, rate(falseFailed, falseLabels))
  );
}

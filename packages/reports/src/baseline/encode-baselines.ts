import { BASELINE_VERSION } from '@assay/schema';
import { baselineMean } from './results/baseline-mean.js';
import type { ShownBaseline } from './render-baselines.js';

/**
 * Saved baselines as the object that is printed for scripts.
 * @param withCases adds the cases of each.
 */
export function encodeBaselines(baselines: readonly ShownBaseline[], withCases: boolean): Record<string, unknown> {
  return {
    baseline_version: BASELINE_VERSION,
    baselines: baselines.map(({ baseline, file }) => ({
      suite: baseline.suite,
      suite_path: baseline.suitePath ?? null,
      target: { ...baseline.target },
      file,
      score: baselineMean(baseline),
      assay_version: baseline.assayVersion ?? null,
      date: baseline.date ?? null,
      ...(withCases
        ? { cases: [...baseline.cases].map(([key, found]) => ({ case: key, ...found })) }
        : { cases: baseline.cases.size }),
    })),
  };
}

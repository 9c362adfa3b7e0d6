import type { ResultRow, VariantMeaning } from '@assay/schema';
import { createVariantLegend } from '../statistics/variant-legend.js';

/** What a comparison keeps of a case. */
export interface CaseScores {
  readonly suite: string;
  readonly caseId: string;
  readonly variant: string;
  readonly source: string;
  readonly weight: number;
  /** Score by number of the repeat; null where it is unscored. */
  readonly repeats: ReadonlyMap<number, number | null>;
}

/** The scores of a run by target and case. */
export interface RunScores {
  /** Takes a row. Of two rows of one trial the later one counts. */
  add(row: ResultRow): void;
  /** Of the first row; undefined without rows. */
  readonly runId: string | undefined;
  /** Names of all targets that rows have, in the order of their first row. */
  readonly targets: readonly string[];
  /** What the marks of variants stand for; undefined when nothing is varied. */
  readonly variants: readonly VariantMeaning[] | undefined;
  /** The cases of a target by a key that is the same in every run; empty for a target that has none. */
  cases(target: string): ReadonlyMap<string, CaseScores>;
}

interface MutableCase extends CaseScores {
  readonly repeats: Map<number, number | null>;
}

/**
 * Collects what a comparison needs of a run. Nothing of a row is kept but suite, case id, variant,
 * source, weight and score: memory grows with cases and repeats, not with replies.
 *
 * @param only keeps the scores of this target alone; all are named in `targets`.
 */
export function createRunScores(only?: string): RunScores {
  const byTarget = new Map<string, Map<string, MutableCase>>();
  const legend = createVariantLegend();
  let runId: string | undefined;
  return {
    add({ suite, caseId, variant: { label: variant, ...settings }, source, caseWeight: weight, target, repeat, score, ...row }) {
      runId ??= row.runId;
      let cases = byTarget.get(target);
      if (!cases) byTarget.set(target, (cases = new Map()));
      if (only !== undefined && target !== only) return;
      legend.add({ suite, variant: { label: variant, ...settings } });
      const key = JSON.stringify([suite, caseId, variant]);
      const known = cases.get(key);
      if (known) known.repeats.set(repeat, score);
      else cases.set(key, { suite, caseId, variant, source, weight, repeats: new Map([[repeat, score]]) });
    },
    get runId() {
      return runId;
    },
    get targets() {
      return [...byTarget.keys()];
    },
    get variants() {
      return legend.list();
    },
    cases: (target) => byTarget.get(target) ?? new Map(),
  };
}

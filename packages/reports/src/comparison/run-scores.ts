import type { MeasureName, ResultRow, VariantMeaning } from '@assay/schema';
import { createVariantLegend } from '../statistics/variant-legend.js';

/** What a comparison keeps of a reply. */
export interface RepeatFigures {
  /** [0, 1]; null where it is unscored. */
  readonly score: number | null;
  /** What the target took for it, as far as it is known; undefined where nothing is. */
  readonly measures?: Readonly<Partial<Record<MeasureName, number>>> | undefined;
}

/** What a comparison keeps of a case. */
export interface CaseScores {
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly variant: string;
  readonly source: string;
  readonly weight: number;
  /** Where the case is a turn of a conversation. */
  readonly conversationId?: string | undefined;
  /** By number of the repeat. */
  readonly repeats: ReadonlyMap<number, RepeatFigures>;
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
  /** Paths of all suites of a name. */
  pathsOf(suite: string): readonly string[];
  /** The cases of a target by {@link caseKey}; empty for a target that has none. */
  cases(target: string): ReadonlyMap<string, CaseScores>;
}

/** What a case is found by in the scores of a run. */
export function caseKey({ suite, suitePath, caseId, variant }: Pick<CaseScores, 'suite' | 'suitePath' | 'caseId' | 'variant'>): string {
  return JSON.stringify([suite, suitePath, caseId, variant]);
}

interface MutableCase extends CaseScores {
  readonly repeats: Map<number, RepeatFigures>;
}

function figuresOf({ score, costUsd, costIncomplete, latencyMs, usage }: Pick<ResultRow, 'score' | 'costUsd' | 'costIncomplete' | 'latencyMs' | 'usage'>): RepeatFigures {
  const measures = {
    ...(costUsd === undefined || costIncomplete === true ? {} : { cost_usd: costUsd }),
    ...(latencyMs === null ? {} : { latency_ms: latencyMs }),
    ...(usage === undefined ? {} : { tokens: usage.inputTokens + usage.outputTokens }),
  };
  return Object.keys(measures).length === 0 ? { score } : { score, measures };
}

/**
 * Collects what a comparison needs of a run. Nothing of a row is kept but suite and path, case id, variant,
 * source, weight and figures: memory grows with cases and repeats, not with replies.
 *
 * @param only keeps the scores of this target alone; all are named in `targets`.
 */
export function createRunScores(only?: string): RunScores {
  const byTarget = new Map<string, Map<string, MutableCase>>();
  const paths = new Map<string, Set<string>>();
  const legend = createVariantLegend();
  let runId: string | undefined;
  return {
    add({ suite, suitePath, caseId, variant: { label: variant, ...settings }, source, caseWeight: weight, target, repeat, conversationId, ...row }) {
      runId ??= row.runId;
      const known = paths.get(suite);
      if (known) known.add(suitePath);
      else paths.set(suite, new Set([suitePath]));
      let cases = byTarget.get(target);
      if (!cases) byTarget.set(target, (cases = new Map()));
      if (only !== undefined && target !== only) return;
      legend.add({ suite, suitePath, variant: { label: variant, ...settings } });
      const key = caseKey({ suite, suitePath, caseId, variant });
      const found = cases.get(key);
      const figures = figuresOf(row);
      if (found) found.repeats.set(repeat, figures);
      else cases.set(key, { suite, suitePath, caseId, variant, source, weight, ...(conversationId === undefined ? {} : { conversationId }), repeats: new Map([[repeat, figures]]) });
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
    pathsOf: (suite) => [...(paths.get(suite) ?? [])],
    cases: (target) => byTarget.get(target) ?? new Map(),
  };
}

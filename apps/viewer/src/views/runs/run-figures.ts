import type { PageRun } from '@assay/schema';
import type { WireManifest, WireSummary } from '../../data/row.js';
import { pooledMean, type MeanWithInterval } from '../../figures/intervals.js';

/** What a list of runs says of one, from its summary. */
export interface RunFigures {
  readonly startedAt: string | undefined;
  /** Mean of the groups' scores, weighted by their scored trials, as the run itself shows it. */
  readonly score: MeanWithInterval;
  /** Share that passed of the trials with a verdict. */
  readonly passes: MeanWithInterval;
  /** By state: fail, borderline, pass, open, unscored. */
  readonly states: readonly number[];
  /** US dollars, judges included; undefined when no price is known. */
  readonly cost: number | undefined;
  readonly costIncomplete: boolean;
  /** Milliseconds. */
  readonly duration: number | undefined;
  readonly suites: readonly string[];
  readonly targets: readonly string[];
}

export const summaryOf = (run: PageRun): WireSummary | undefined => (run.summary ?? undefined) as unknown as WireSummary | undefined;

type Group = WireSummary['groups'][number];

function passesOf(groups: readonly Group[]): MeanWithInterval {
  return pooledMean(
    groups.map(({ suite_path: of, passed, trials, unscored, open, pass_interval: interval }) => {
      const weight = trials - unscored - open;
      return { of, mean: passed / weight, interval, weight };
    }),
  );
}

export function runFigures(run: PageRun): RunFigures {
  const manifest = run.manifest as unknown as Partial<WireManifest>;
  const summary = summaryOf(run);
  const groups = summary?.groups ?? [];
  const sum = (of: (group: (typeof groups)[number]) => number | undefined): number => groups.reduce((total, group) => total + (of(group) ?? 0), 0);
  const isPriced = groups.some((group) => group.cost_usd !== undefined || group.judge_cost_usd !== undefined);
  return {
    startedAt: manifest.started_at,
    score: pooledMean(groups.map(({ suite_path: of, score, interval, trials, unscored }) => ({ of, mean: score ?? undefined, interval, weight: trials - unscored }))),
    passes: passesOf(groups),
    states: [sum((group) => group.failed), sum((group) => group.borderline), sum((group) => group.passed), sum((group) => group.open), sum((group) => group.unscored)],
    cost: isPriced ? sum((group) => group.cost_usd) + sum((group) => group.judge_cost_usd) : undefined,
    costIncomplete: groups.some((group) => group.cost_incomplete),
    duration: summary?.duration_ms,
    suites: [...new Set((manifest.suites ?? []).map(({ name }) => name))],
    targets: [...new Set(groups.length > 0 ? groups.map(({ target }) => target) : (manifest.targets ?? []).map(({ name }) => name))],
  };
}

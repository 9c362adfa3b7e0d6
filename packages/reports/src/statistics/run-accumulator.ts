import type { ResultRow, RunSummary, VerdictThresholds } from '@assay/schema';
import { compareVariants } from './compare-variants.js';
import { createGroupAccumulator, type GroupAccumulator, type GroupStatistics } from './group-accumulator.js';
import { isUnrated } from './is-unrated.js';
import { createJudgingAccumulator } from './judging/judging-accumulator.js';
import { compareNatural, orderBy } from './natural-order.js';
import { createProblemList } from './problems/problem-list.js';
import { orderRows } from './row-order.js';
import { VERDICT_THRESHOLDS } from './score-verdict.js';
import { createRepeatTally } from './repeats/repeat-tally.js';
import { createVariantLegend } from './variant-legend.js';
import { createWarningCounter } from './warning-counter.js';

export interface RunAccumulatorOptions {
  /** Scores from which a case passes or is borderline. @defaultValue 0.8 and 0.6 */
  readonly thresholds?: VerdictThresholds | undefined;
  /** How many problems are kept, first ones first. @defaultValue 50 */
  readonly maxProblems?: number | undefined;
  /** Order of the suites in groups and problems, by name, those of one name by path; others follow in natural order. */
  readonly suites?: readonly string[] | undefined;
  /** Order of the targets within a suite; others follow in natural order. */
  readonly targets?: readonly string[] | undefined;
}

/** What the rows of a run come to. */
export interface RunStatistics
  extends Pick<RunSummary, 'problems' | 'problemCount' | 'borderlineCases' | 'borderlineCount' | 'warnings' | 'variants' | 'judging' | 'repeats'> {
  readonly groups: readonly GroupStatistics[];
}

/** Takes the rows of a run one by one, in any order. */
export interface RunAccumulator {
  add(row: ResultRow): void;
  /** The statistics of the rows so far; more may be added afterwards. */
  result(): RunStatistics;
}

/**
 * Sums up a run while it goes on. Nothing of a row is kept but the numbers of its suite on its
 * target in its variant, a hash of its case id, its warnings by message, and the first problems in the order of
 * the files: memory grows with groups and problems, not with trials.
 *
 * The result does not depend on the order of the rows: sums are exact, quantiles are those of the
 * values, and problems and warnings are sorted. Every trial may be added once only.
 */
export function createRunAccumulator(options: RunAccumulatorOptions = {}): RunAccumulator {
  const thresholds = options.thresholds ?? VERDICT_THRESHOLDS;
  const compareSuites = orderBy(options.suites ?? []);
  const compareTargets = orderBy(options.targets ?? []);
  const groups = new Map<string, GroupAccumulator>();
  const legend = createVariantLegend();
  const warnings = createWarningCounter();
  const repeats = createRepeatTally();
  const judging = createJudgingAccumulator(thresholds);
  const compare = orderRows({ suites: options.suites ?? [], targets: options.targets ?? [] });
  const listed = { max: options.maxProblems ?? 50, thresholds, compare };
  const problems = createProblemList(listed);
  const borderline = createProblemList(listed);

  /** The group of the row before, which is nearly always that of the next one. */
  let last: { readonly of: Pick<ResultRow, 'suite' | 'suitePath' | 'target' | 'variant'>; readonly group: GroupAccumulator } | undefined;

  function groupOf(row: ResultRow): GroupAccumulator {
    const { suite, suitePath, target, variant } = row;
    if (last?.of.suite === suite && last.of.suitePath === suitePath && last.of.target === target && last.of.variant.label === variant.label) return last.group;
    const group = foundGroup(row);
    last = { of: { suite, suitePath, target, variant }, group };
    return group;
  }

  function foundGroup({ suite, suitePath, target, variant: { label } }: ResultRow): GroupAccumulator {
    const key = JSON.stringify([suite, suitePath, target, label]);
    let group = groups.get(key);
    if (!group) {
      group = createGroupAccumulator({ suite, suitePath, target, ...(label === '' ? {} : { variant: label }) });
      groups.set(key, group);
    }
    return group;
  }

  return {
    add(row) {
      groupOf(row).add(row);
      legend.add(row);
      warnings.add(row);
      judging.add(row);
      repeats.add(row);
      if (row.verdict === 'borderline') borderline.add(row);
      else if (row.verdict !== 'pass' && !isUnrated(row)) problems.add(row);
    },
    result: () => ({
      groups: [...groups.values()]
        .map((group) => group.result())
        .sort(
          (a, b) =>
            compareSuites(a.suite, b.suite) ||
            compareNatural(a.suitePath, b.suitePath) ||
            compareTargets(a.target, b.target) ||
            compareVariants(a.variant ?? '', b.variant ?? ''),
        ),
      variants: legend.list(),
      judging: judging.summary(),
      repeats: repeats.summary(),
      problems: problems.list(),
      problemCount: problems.count,
      borderlineCases: borderline.list(),
      borderlineCount: borderline.count,
      warnings: warnings.list(),
    }),
  };
}

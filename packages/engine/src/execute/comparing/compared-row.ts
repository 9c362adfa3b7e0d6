import { addCost, addSpending, addUsage, shareOfUsage, type EvaluationScore, type EvaluatorConfig, type EvaluatorResult, type ResultRow, type Spending } from '@assay/schema';
import type { Clock } from '../../clock/clock.js';
import { judgingTotals } from '../scoring/judging-totals.js';
import { withResults } from '../row/with-results.js';
import { entryResult, type EntryRules } from '../scoring/entry-result.js';
import { savedByComparing } from './cost-of-places.js';

/** What comparing found about an entry of a row. */
export interface ComparedEntry {
  readonly config: EvaluatorConfig;
  readonly score: EvaluationScore;
  /** As it was found before, by comparing the same replies. */
  readonly former?: EvaluatorResult | undefined;
}

/** One of `parts` equal shares of what was spent. @param index counts from 0. */
export function shareOfSpending(spending: Spending | undefined, parts: number, index: number): Spending | undefined {
  if (!spending) return undefined;
  const { usage, costUsd } = spending;
  return { usage: usage && shareOfUsage(usage, parts, index), costUsd: costUsd === undefined ? undefined : costUsd / parts };
}

export interface ComparedRowRules extends EntryRules {
  readonly clock: Clock;
  /** What the row's share of comparing did not have to spend. */
  readonly saved?: Spending | undefined;
}

/** A row whose entries waited, with what comparing found in their places: score, verdict and costs are made anew. */
export function comparedRow(row: ResultRow, compared: readonly ComparedEntry[], rules: ComparedRowRules): ResultRow {
  const found = new Map(compared.map(({ config, score, former }) => [config.name, former ?? entryResult(config, score, rules)]));
  const evaluators = row.evaluators.map((result) => found.get(result.name) ?? result);
  const { judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, fingerprints } = judgingTotals([...found.values()]);
  // What was found before was paid for, or kept, when it was found.
  const saved = addSpending(rules.saved, savedByComparing(compared.flatMap(({ former }) => former ?? [])));
  const backends = { ...row.fingerprints, ...fingerprints };
  return {
    ...withResults(row, evaluators, rules.thresholds),
    judgeUsage: addUsage(row.judgeUsage, judgeUsage),
    judgeCostUsd: addCost(row.judgeCostUsd, judgeCostUsd),
    judgeCostIncomplete: row.judgeCostIncomplete || judgeCostIncomplete || undefined,
    saved: saved ? { ...row.saved, judgeUsage: addUsage(row.saved?.judgeUsage, saved.usage), judgeCostUsd: addCost(row.saved?.judgeCostUsd, saved.costUsd) } : row.saved,
    warnings: [...new Set([...row.warnings, ...warnings])],
    fingerprints: Object.keys(backends).length > 0 ? backends : undefined,
    finishedAt: new Date(rules.clock.now()).toISOString(),
  };
}

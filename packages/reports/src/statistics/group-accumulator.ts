import type { GroupSummary, ResultRow, TokenUsage } from '@assay/schema';
import { createDistinctCounter } from './figures/distinct-counter.js';
import { createExactSum, type ExactSum } from './figures/exact-sum.js';
import { isUnrated } from './is-unrated.js';
import { createClassifications } from './labels/classifications.js';
import { createMetricMeans } from './figures/metric-means.js';
import { createQuantiles } from './figures/quantiles.js';
import { createScoreInterval } from './figures/score-interval.js';
import { spentInRun } from './figures/spent-in-run.js';

/** The numbers of a group with what a gate needs besides. */
export interface GroupStatistics extends GroupSummary {
  /** Trials with a verdict that is certainly a fail. */
  readonly surelyFailed: number;
  /** Those among them without a score, since they miss what must hold: the counts by verdict have them as unscored. */
  readonly failedUnscored: number;
  /** Trials with a score that may be a fail: what is missing decides. */
  readonly maybeFailed: number;
  /** As `surelyFailed`, of verdicts that are a fail or borderline. */
  readonly surelyBelowPass: number;
  /** As `maybeFailed`, of verdicts that are a fail or borderline. */
  readonly maybeBelowPass: number;
  /** Trials that miss something which the file says must hold, whether they have a score or not. */
  readonly requiredMissed: number;
  /** Other trials with something that the file says must hold and that could not be checked; lost replies are among them. */
  readonly requiredOpen: number;
  /** Trials among the unscored ones that nothing scores: prompts without a rubric. */
  readonly unrated: number;
}

/** Collects the rows of one suite on one target, in one variant. */
export interface GroupAccumulator {
  add(row: ResultRow): void;
  result(): GroupStatistics;
}

interface OptionalSum {
  add(value: number | undefined): void;
  /** Undefined when no value was known. */
  value(): number | undefined;
}

function createOptionalSum(): OptionalSum {
  const sum: ExactSum = createExactSum();
  let known = false;
  return {
    add(value) {
      if (value === undefined || !Number.isFinite(value)) return;
      known = true;
      sum.add(value);
    },
    value: () => (known ? sum.value() : undefined),
  };
}

interface UsageSum {
  add(usage: TokenUsage | undefined): void;
  value(): TokenUsage | undefined;
}

function createUsageSum(): UsageSum {
  const input = createOptionalSum();
  const output = createOptionalSum();
  const cached = createOptionalSum();
  const reasoning = createOptionalSum();
  return {
    add(usage) {
      if (!usage) return;
      input.add(usage.inputTokens);
      output.add(usage.outputTokens);
      cached.add(usage.cachedInputTokens);
      reasoning.add(usage.reasoningTokens);
    },
    value() {
      const inputTokens = input.value();
      const outputTokens = output.value();
      if (inputTokens === undefined && outputTokens === undefined) return undefined;
      const cachedInputTokens = cached.value();
      const reasoningTokens = reasoning.value();
      return {
        inputTokens: inputTokens ?? 0,
        outputTokens: outputTokens ?? 0,
        ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
        ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
      };
    },
  };
}

interface ScoreMean {
  add(row: ResultRow): void;
  value(): Pick<GroupSummary, 'score' | 'bounds'>;
}

/** Products of weight and score are rounded, so that the mean of ones may come out above 1. */
function ratio(sum: ExactSum, weight: number): number {
  return Math.min(1, sum.value() / weight);
}

/** Weighted means of the scores and of both bounds; unscored trials are 0 in one and 1 in the other. */
function createScoreMean(): ScoreMean {
  const [scored, scoredWeight, totalWeight] = [createExactSum(), createExactSum(), createExactSum()];
  const [worst, best] = [createExactSum(), createExactSum()];
  return {
    add({ caseWeight, score, scoreBounds }) {
      if (caseWeight === 0) return;
      totalWeight.add(caseWeight);
      worst.add(score === null ? 0 : caseWeight * scoreBounds.worst);
      best.add(score === null ? caseWeight : caseWeight * scoreBounds.best);
      if (score === null) return;
      scoredWeight.add(caseWeight);
      scored.add(caseWeight * score);
    },
    value() {
      const [scoredBy, total] = [scoredWeight.value(), totalWeight.value()];
      return {
        score: scoredBy === 0 ? null : ratio(scored, scoredBy),
        bounds: total === 0 ? { worst: 0, best: 1 } : { worst: ratio(worst, total), best: ratio(best, total) },
      };
    },
  };
}

type Savings = Pick<GroupSummary, 'cached' | 'saved'>;

/** What caches gave: replies, and what these and judgements did not cost. */
function createSavings(): { add(row: ResultRow): void; value(): Savings } {
  const [usage, cost, judgeCost] = [createUsageSum(), createOptionalSum(), createOptionalSum()];
  let [cached, some] = [0, false];
  return {
    add({ cached: wasKept, saved }) {
      if (wasKept) cached += 1;
      if (!saved) return;
      some = true;
      usage.add(saved.usage);
      cost.add(saved.costUsd);
      judgeCost.add(saved.judgeCostUsd);
    },
    value() {
      if (!some && cached === 0) return {};
      const [usageSum, costUsd, judgeCostUsd] = [usage.value(), cost.value(), judgeCost.value()];
      const saved = {
        ...(usageSum === undefined ? {} : { usage: usageSum }),
        ...(costUsd === undefined ? {} : { costUsd }),
        ...(judgeCostUsd === undefined ? {} : { judgeCostUsd }),
      };
      return { ...(cached > 0 ? { cached } : {}), saved };
    },
  };
}

/** What gates ask about verdicts and requirements. */
type GateCounts = Pick<
  GroupStatistics,
  'surelyFailed' | 'failedUnscored' | 'maybeFailed' | 'surelyBelowPass' | 'maybeBelowPass' | 'requiredMissed' | 'requiredOpen'
>;

function createGateCounts(): { add(row: ResultRow): void; value(): GateCounts } {
  const counts = {
    surelyFailed: 0,
    failedUnscored: 0,
    maybeFailed: 0,
    surelyBelowPass: 0,
    maybeBelowPass: 0,
    requiredMissed: 0,
    requiredOpen: 0,
  };
  return {
    add({ score, verdictBounds: { worst, best }, requirements }) {
      if (best === 'fail' && score === null) counts.failedUnscored += 1;
      if (best === 'fail') counts.surelyFailed += 1;
      else if (worst === 'fail' && score !== null) counts.maybeFailed += 1;
      if (best !== 'pass') counts.surelyBelowPass += 1;
      else if (worst !== 'pass' && score !== null) counts.maybeBelowPass += 1;
      if (requirements?.missed === 'written') counts.requiredMissed += 1;
      else if (requirements?.open === 'written') counts.requiredOpen += 1;
    },
    value: () => ({ ...counts }),
  };
}

/** What the rows of a group share. */
export type GroupName = Pick<GroupSummary, 'suite' | 'suitePath' | 'target' | 'variant'>;

/** Counts, means, costs and latencies of one group; memory does not grow with trials. */
export function createGroupAccumulator(name: GroupName): GroupAccumulator {
  const cases = createDistinctCounter();
  const [mean, usage, cost, judgeCost] = [
    createScoreMean(),
    createUsageSum(),
    createOptionalSum(),
    createOptionalSum(),
  ];
  const [interval, passInterval] = [createScoreInterval(), createScoreInterval()];
  const savings = createSavings();
  const latency = createQuantiles();
  const metrics = createMetricMeans();
  const labels = createClassifications();
  const verdicts = { pass: 0, borderline: 0, fail: 0 };
  const gates = createGateCounts();
  let [trials, unscored, unrated, partial, open, costIncomplete] = [0, 0, 0, 0, 0, false];
  return {
    add(row) {
      trials += 1;
      cases.add(row.caseId);
      if (isUnrated(row)) unrated += 1;
      else {
        mean.add(row);
        interval.add(row);
        passInterval.add({ score: row.score === null || row.verdict === null ? null : Number(row.verdict === 'pass'), caseWeight: 1, caseId: row.caseId, conversationId: row.conversationId });
        gates.add(row);
      }
      const spent = spentInRun(row);
      usage.add(spent.usage);
      cost.add(spent.costUsd);
      judgeCost.add(spent.judgeCostUsd);
      savings.add(row);
      costIncomplete ||= spent.costIncomplete;
      metrics.add(row);
      labels.add(row);
      if (row.latencyMs !== null) latency.add(row.latencyMs);
      if (row.score === null) {
        unscored += 1;
        return;
      }
      if (row.verdict === null) open += 1;
      else verdicts[row.verdict] += 1;
      if (row.status === 'partial') partial += 1;
    },
    result() {
      const [median, p95, usageSum] = [latency.at(0.5), latency.at(0.95), usage.value()];
      const [costUsd, judgeCostUsd, means, classifications] = [cost.value(), judgeCost.value(), metrics.value(), labels.value()];
      const triedOnce = trials === cases.size;
      const [scoreInterval, passes] = [interval.value(triedOnce), passInterval.value(triedOnce)];
      return {
        ...name,
        cases: cases.size,
        trials,
        passed: verdicts.pass,
        borderline: verdicts.borderline,
        failed: verdicts.fail,
        open,
        unscored,
        partial,
        ...mean.value(),
        ...(scoreInterval === undefined ? {} : { interval: scoreInterval }),
        ...(passes === undefined ? {} : { passInterval: passes }),
        ...savings.value(),
        ...(usageSum === undefined ? {} : { usage: usageSum }),
        ...(costUsd === undefined ? {} : { costUsd }),
        ...(judgeCostUsd === undefined ? {} : { judgeCostUsd }),
        costIncomplete,
        latencyMs: median === null || p95 === null ? null : { median, p95 },
        ...(means === undefined ? {} : { metrics: means }),
        ...(classifications === undefined ? {} : { classifications }),
        ...gates.value(),
        unrated,
      };
    },
  };
}

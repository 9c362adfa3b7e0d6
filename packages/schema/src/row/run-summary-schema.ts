import * as v from 'valibot';
import type { RechecksSummary } from '../rechecks/rechecks-summary.js';
import type { JsonObject } from '../domain/json.js';
import { checkWire } from './wire/check-wire.js';
import type { ClassificationSummary } from './classification-summary.js';
import { ErrorInfoSchema, MergedSchema, MetricSchema, ShardSchema, TokenUsageSchema } from './row-schema.js';
import { RechecksSchema } from '../rechecks/rechecks-schema.js';
import { RoundsSchema } from './rounds-schema.js';
import type { RunSummary } from './run-summary.js';
import { wireCodec } from './wire/wire-codec.js';

/** Version of the summary format. Raised when a field changes its meaning or goes. */
const SUMMARY_SCHEMA_VERSION = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** Of a figure in a unit of its own. */
const figureInterval = v.object({ low: v.number(), high: v.number(), level: share });

const figures = {
  precision: v.nullable(share),
  recall: v.nullable(share),
  f1: v.nullable(share),
  precision_interval: v.optional(figureInterval),
  recall_interval: v.optional(figureInterval),
  f1_interval: v.optional(figureInterval),
};
const means = v.object(figures);

const scoreInterval = v.object({ low: share, high: share, level: share, clusters: count, method: v.picklist(['clopper_pearson', 'gaffke']), weighted: v.optional(v.boolean()) });

const classification = v.object({
  evaluator: v.string(),
  items: count,
  labels: v.array(
    v.object({ label: v.string(), kind: v.optional(v.picklist(['other', 'none'])), support: count, predicted: count, ...figures }),
  ),
  confusion: v.array(v.array(count)),
  accuracy: share,
  interval: v.optional(scoreInterval),
  macro: means,
  absent: count,
  micro: means,
  calibration: v.optional(
    v.object({
      items: count,
      ece: share,
      largest: share,
      bins: v.array(v.object({ low: share, high: share, count, confidence: share, accuracy: share })),
    }),
  ),
});

const judging = v.object({
  judges: v.array(
    v.object({
      id: v.string(),
      model: v.string(),
      asked: count,
      lost: count,
      mean: v.nullable(share),
      mean_interval: v.optional(scoreInterval),
      lean: v.nullable(v.number()),
      lean_interval: v.optional(figureInterval),
      shared: count,
    }),
  ),
  agreement: v.optional(
    v.object({ alpha: v.nullable(v.number()), interval: v.optional(figureInterval), questions: count }),
  ),
  disputed: v.array(v.object({ suite: v.string(), suite_path: v.string(), criterion: v.string(), spread: share, questions: count })),
  cascade: v.optional(
    v.object({
      asked: count,
      escalated: count,
      audited: count,
      audits_lost: v.optional(count),
      disagreed: count,
      disagreement: v.optional(v.object({ rate: share, interval: scoreInterval })),
      difference: v.nullable(v.number()),
      difference_interval: v.optional(figureInterval),
    }),
  ),
});

const group = v.object({
  suite: v.string(),
  suite_path: v.string(),
  target: v.string(),
  variant: v.optional(v.string()),
  cases: count,
  trials: count,
  passed: count,
  borderline: count,
  failed: count,
  open: count,
  unscored: count,
  partial: count,
  score: v.nullable(share),
  interval: v.optional(scoreInterval),
  pass_interval: v.optional(scoreInterval),
  bounds: v.object({ worst: share, best: share }),
  cached: v.optional(count),
  saved: v.optional(
    v.object({
      usage: v.optional(TokenUsageSchema),
      cost_usd: v.optional(v.number()),
      judge_cost_usd: v.optional(v.number()),
    }),
  ),
  usage: v.optional(TokenUsageSchema),
  cost_usd: v.optional(v.number()),
  judge_cost_usd: v.optional(v.number()),
  cost_incomplete: v.boolean(),
  latency_ms: v.nullable(v.object({ median: v.number(), p95: v.number() })),
  metrics: v.optional(
    v.array(v.object({ name: v.string(), mean: v.number(), interval: v.optional(figureInterval), unit: v.optional(v.string()), rows: count })),
  ),
  classifications: v.optional(v.array(classification)),
});

/** What a mark of variants stands for, in summaries and comparisons. */
const variantMeaning = v.object({
  label: v.string(),
  suite: v.string(),
  suite_path: v.string(),
  temperature: v.optional(v.number()),
  system: v.optional(v.nullable(v.string())),
  differs: v.optional(v.boolean()),
});

const problem = v.object({
  suite: v.string(),
  suite_path: v.string(),
  target: v.string(),
  case_id: v.string(),
  source: v.string(),
  variant: v.string(),
  repeat: v.pipe(v.number(), v.integer(), v.minValue(1)),
  verdict: v.nullable(v.picklist(['pass', 'fail', 'borderline'])),
  score: v.nullable(share),
  why: v.array(v.string()),
  question: v.optional(v.string()),
  reply: v.optional(v.string()),
  error: v.optional(ErrorInfoSchema),
  metrics: v.optional(v.array(MetricSchema)),
});

const amount = v.pipe(v.number(), v.minValue(0));

const budget = v.object({
  suite: v.optional(v.string()),
  suite_path: v.optional(v.string()),
  max_cost_usd: v.optional(amount),
  max_tokens: v.optional(count),
  max_time_ms: v.optional(amount),
  cost_usd: amount,
  tokens: count,
  time_ms: amount,
  untold: v.optional(v.object({ requests: count, cost_usd: amount, tokens: count })),
  stopped_by: v.optional(v.picklist(['cost', 'tokens', 'time'])),
  needed: v.optional(v.pipe(amount, v.description('The limit that has room for the request that was refused, in US dollars or tokens'))),
});

/** The summary of a run as `assay run --json` prints it. `planned_trials` and `threshold` are left out when unknown. */
export const RunSummarySchema = v.object({
  schema_version: v.literal(SUMMARY_SCHEMA_VERSION),
  run_id: v.string(),
  location: v.string(),
  outcome: v.picklist(['passed', 'failed', 'complete', 'undecided', 'invalid', 'interrupted']),
  exit_code: count,
  reasons: v.array(v.string()),
  groups: v.array(group),
  variants: v.optional(v.array(variantMeaning)),
  repeats: v.optional(
    v.object({
      cases: count,
      flaky_count: count,
      flaky: v.array(
        v.object({ suite: v.string(), suite_path: v.string(), target: v.string(), variant: v.string(), case_id: v.string(), passed: count, scored: count }),
      ),
      passes: v.optional(
        v.array(
          v.object({
            suite: v.string(),
            suite_path: v.string(),
            target: v.string(),
            variant: v.string(),
            k: count,
            cases: count,
            incomplete: count,
            pass_at_k: v.nullable(share),
            pass_at_k_interval: v.optional(scoreInterval),
            pass_hat_k: v.nullable(share),
            pass_hat_k_interval: v.optional(scoreInterval),
          }),
        ),
      ),
    }),
  ),
  rechecks: v.optional(RechecksSchema),
  rounds: v.optional(RoundsSchema),
  judging: v.optional(judging),
  problems: v.array(problem),
  problem_count: count,
  borderline_cases: v.array(problem),
  borderline_count: count,
  skipped_cases: count,
  complete: v.boolean(),
  planned_trials: v.optional(count),
  waiting_trials: v.optional(count),
  resumed: v.optional(
    v.object({ kept: count, asked: count, rescored: count, outside: count, cost_usd: v.optional(v.number()), cost_incomplete: v.boolean() }),
  ),
  shard: v.optional(ShardSchema),
  merged: v.optional(MergedSchema),
  budgets: v.optional(v.array(budget)),
  duration_ms: v.number(),
  threshold: v.optional(share),
  warnings: v.array(v.object({ message: v.string(), rows: count })),
});

/** A summary as it stands on disk. */
export type WireSummary = v.InferOutput<typeof RunSummarySchema>;

const codec = wireCodec<RunSummary>(RunSummarySchema);
const classificationCodec = wireCodec<ClassificationSummary>(classification);

/** A summary as the object that is printed or written: snake_case, with the version of its format. */
export function encodeSummary(summary: RunSummary): Record<string, unknown> {
  return { schema_version: SUMMARY_SCHEMA_VERSION, ...codec.encode(summary) };
}

/** Figures of labels as a summary has them under `classifications`. */
export function encodeClassification(summary: ClassificationSummary): Record<string, unknown> {
  return { ...classificationCodec.encode(summary) };
}

/** A summary read from disk. @throws StoreError when it does not have the format of summaries. */
export function decodeSummary(value: unknown): RunSummary {
  const { schema_version: _, ...summary } = checkWire(RunSummarySchema, SUMMARY_SCHEMA_VERSION, value, 'not a run summary');
  const { plannedTrials, threshold, ...rest } = codec.decode(summary);
  return { ...rest, plannedTrials, threshold };
}

const rechecksCodec = wireCodec<RechecksSummary>(RechecksSchema);

/** What asking cases again came to, as summaries hold it. */
export function encodeRechecks(rechecks: RechecksSummary): JsonObject {
  return rechecksCodec.encode(rechecks) as JsonObject;
}


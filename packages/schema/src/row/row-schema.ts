import * as v from 'valibot';
import type { JsonValue } from '../domain/json.js';
import { MAX_CASE_WEIGHT } from '../domain/score.js';
import { MessageSchema, ToolCallSchema } from './messages/message-schema.js';
import { RoundsSchema } from './rounds-schema.js';
import { data, figure, json } from './wire/wire-values.js';

/** The wire form of a row and its parts. Field names here are the ones on disk. */

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const score = v.nullable(share);
const verdict = v.picklist(['pass', 'fail', 'borderline']);
const requirement = v.picklist(['written', 'default']);
const requirements = v.object({ missed: v.optional(requirement), open: v.optional(requirement) });
const bounds = v.object({ worst: share, best: share });
const texts = v.array(v.string());

export const ErrorInfoSchema = v.object({
  code: v.string(),
  message: v.string(),
  hint: v.optional(v.string()),
  status: v.optional(figure),
});

export const TokenUsageSchema = v.object({
  input_tokens: figure,
  output_tokens: figure,
  cached_input_tokens: v.optional(figure),
  reasoning_tokens: v.optional(figure),
});

export const JudgeVoteSchema = v.object({
  id: v.string(),
  model: v.string(),
  score,
  reflection: v.optional(v.string()),
  error: v.optional(ErrorInfoSchema),
  backup: v.optional(v.boolean()),
  weight: v.optional(figure),
  consensus: v.optional(v.picklist(['median', 'majority', 'min'])),
  stage: v.optional(v.picklist(['first', 'audit'])),
  threshold: v.optional(figure),
  band: v.optional(figure),
  approach: v.optional(v.picklist(['prompt-aware', 'holistic'])),
  settings: v.optional(v.string()),
  panel_score: v.optional(score),
  fingerprint: v.optional(v.string()),
  read: v.optional(v.string()),
  reply: v.optional(v.string()),
  latency_ms: v.optional(figure),
  usage: v.optional(TokenUsageSchema),
  cost_usd: v.optional(figure),
  cost_incomplete: v.optional(v.boolean()),
  cached: v.optional(v.boolean()),
});

export const PointScoreSchema = v.object({
  text: v.string(),
  id: v.optional(v.string()),
  score,
  weight: figure,
  function: v.optional(v.string()),
  inverted: v.optional(v.boolean()),
  path: v.optional(v.string()),
  block: v.optional(v.string()),
  required: v.optional(v.boolean()),
  minimum: v.optional(figure),
  citation: v.optional(v.string()),
  reasoning: v.optional(v.string()),
  error: v.optional(ErrorInfoSchema),
  judges: v.optional(v.array(JudgeVoteSchema)),
});

const evaluatorResultEntries = {
  name: v.string(),
  type: v.string(),
  weight: v.pipe(figure, v.minValue(0)),
  score,
  verdict: v.optional(verdict),
  bounds: v.optional(bounds),
  hits: v.optional(texts),
  misses: v.optional(texts),
  reasoning: v.optional(v.string()),
  error: v.optional(ErrorInfoSchema),
  points: v.optional(v.array(PointScoreSchema)),
  judges: v.optional(v.array(JudgeVoteSchema)),
  requirements: v.optional(requirements),
  degraded: v.optional(v.boolean()),
  warnings: v.optional(texts),
  judge_usage: v.optional(TokenUsageSchema),
  judge_cost_usd: v.optional(figure),
  judge_cost_incomplete: v.optional(v.boolean()),
};

/** An evaluator's result on the wire; a composite holds those of its members. */
export interface WireEvaluatorResult extends v.InferOutput<v.ObjectSchema<typeof evaluatorResultEntries, undefined>> {
  details?: JsonValue | undefined;
  evaluators?: WireEvaluatorResult[] | undefined;
}

/**
 * Made by a function, since bundlers keep a constant that refers to itself, used or not, and all that it is made of. With this, and with the
 * marks of codecs that calling them has no effect, `verdictOf` alone is bundled (rolldown, minified) with 14 KB, where it was 19.
 */
// @__NO_SIDE_EFFECTS__
function evaluatorResultSchema(): v.GenericSchema<WireEvaluatorResult> {
  const schema: v.GenericSchema<WireEvaluatorResult> = v.object({
    ...evaluatorResultEntries,
    details: v.optional(json),
    evaluators: v.optional(v.array(v.lazy(() => schema))),
  });
  return schema;
}

export const EvaluatorResultSchema = evaluatorResultSchema();

/** A measurement beside the score. */
export const MetricSchema = v.object({ name: v.string(), value: figure, unit: v.optional(v.string()) });

/** One line of `results.jsonl`. */
export const ResultRowSchema = v.object({
  schema_version: v.literal(1),
  run_id: v.string(),
  trial_key: v.string(),
  scoring_key: v.string(),
  assessment_key: v.optional(v.string()),
  criteria_key: v.optional(v.string()),
  suite: v.string(),
  suite_path: v.string(),
  case_id: v.string(),
  source: v.string(),
  conversation_id: v.optional(v.string()),
  case_weight: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_CASE_WEIGHT)),
  tags: texts,
  vars: v.optional(data),
  metadata: v.optional(data),
  target: v.string(),
  variant: v.object({
    label: v.string(),
    temperature: v.optional(figure),
    system: v.optional(v.string()),
    prompt: v.optional(v.string()),
  }),
  repeat: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(['ok', 'partial', 'error']),
  score,
  score_bounds: bounds,
  verdict: v.nullable(verdict),
  verdict_bounds: v.object({ worst: verdict, best: verdict }),
  requirements: v.optional(requirements),
  input: v.array(MessageSchema),
  expected_outcome: v.optional(v.string()),
  reference: v.optional(v.string()),
  evaluators: v.array(EvaluatorResultSchema),
  metrics: v.array(MetricSchema),
  output: v.nullable(
    v.object({
      text: v.string(),
      messages: v.array(MessageSchema),
      tool_calls: v.array(ToolCallSchema),
      file_changes: v.optional(v.string()),
      finish_reason: v.optional(v.picklist(['stop', 'length', 'tool_calls', 'filter', 'refusal', 'other'])),
    }),
  ),
  transcript: v.optional(v.array(MessageSchema)),
  confidence: v.optional(figure),
  usage: v.optional(TokenUsageSchema),
  cost_usd: v.optional(figure),
  cost_incomplete: v.optional(v.boolean()),
  judge_usage: v.optional(TokenUsageSchema),
  judge_cost_usd: v.optional(figure),
  judge_cost_incomplete: v.optional(v.boolean()),
  latency_ms: v.nullable(figure),
  attempts: v.optional(v.object({ sent: figure, retries: v.optional(figure), hedges: v.optional(figure), batched: v.optional(figure) })),
  cached: v.boolean(),
  saved: v.optional(
    v.object({
      usage: v.optional(TokenUsageSchema),
      cost_usd: v.optional(v.number()),
      judge_usage: v.optional(TokenUsageSchema),
      judge_cost_usd: v.optional(v.number()),
    }),
  ),
  warnings: texts,
  error: v.optional(ErrorInfoSchema),
  fingerprints: v.optional(data),
  started_at: v.string(),
  finished_at: v.string(),
});

/** A row as it stands on disk and passes to the page. */
export type WireRow = v.InferOutput<typeof ResultRowSchema>;

/** `run.json`. */
const position = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A part of a run. */
export const ShardSchema = v.object({ index: position, count: position });

/** Definitions that a program added. */
const AddedSchema = v.object({
  evaluators: v.optional(texts),
  point_functions: v.optional(texts),
  rules: v.optional(texts),
  providers: v.optional(texts),
  reporters: v.optional(texts),
  loaders: v.optional(texts),
});

/** What a run was put together of. */
export const MergedSchema = v.object({ count: position, missing: v.array(position), runs: v.array(v.string()) });

export const RunManifestSchema = v.object({
  schema_version: v.literal(1),
  run_id: v.string(),
  status: v.picklist(['running', 'finished', 'interrupted', 'failed']),
  assay_version: v.string(),
  node_version: v.string(),
  started_at: v.string(),
  finished_at: v.nullable(v.string()),
  suites: v.array(
    v.object({
      name: v.string(),
      path: v.string(),
      dialect: v.string(),
      file: v.string(),
      sha256: v.nullable(v.string()),
    }),
  ),
  targets: v.array(
    v.object({
      name: v.string(),
      provider: v.string(),
      model: v.optional(v.string()),
      options: v.optional(data),
    }),
  ),
  judges: texts,
  judge_prompt_version: v.optional(v.string()),
  rounds: v.optional(RoundsSchema),
  judge_weights: v.optional(v.array(v.object({ id: v.string(), model: v.string(), weight: figure }))),
  options: data,
  verdicts: v.optional(v.object({ pass: figure, borderline: figure })),
  rubric_required: v.optional(v.literal(false)),
  cwd: v.string(),
  identity: v.object({
    salt: v.string(),
    salt_digest: v.optional(v.string()),
    targets: v.array(v.object({ name: v.string(), written: v.string(), resolved: v.string() })),
  }),
  added: v.optional(AddedSchema),
  shard: v.optional(ShardSchema),
  made_with: v.optional(v.object({ prices: v.string(), files: v.array(v.object({ path: v.string(), digest: v.string() })) })),
  merged: v.optional(MergedSchema),
  rescoring: v.optional(v.object({ results: figure, rechecks: figure })),
  batches: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  waiting_shards: v.optional(v.array(v.object({ run_id: v.string(), index: position, batches: position }))),
  rows: figure,
  rechecks: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** A manifest as it stands on disk. */
export type WireManifest = v.InferOutput<typeof RunManifestSchema>;

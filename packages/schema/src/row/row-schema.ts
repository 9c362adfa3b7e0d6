import * as v from 'valibot';
import { ROLES } from '../domain/message.js';

/** The wire form of a row and its parts. Field names here are the ones on disk. */

const json = v.unknown();
const score = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const verdict = v.picklist(['pass', 'fail', 'borderline']);
const bounds = v.object({ worst: v.number(), best: v.number() });
const texts = v.array(v.string());

const errorInfo = v.object({
  code: v.string(),
  message: v.string(),
  hint: v.optional(v.string()),
  status: v.optional(v.number()),
});

const usage = v.object({
  input_tokens: v.number(),
  output_tokens: v.number(),
  cached_input_tokens: v.optional(v.number()),
  reasoning_tokens: v.optional(v.number()),
});

const toolCall = v.object({
  tool: v.string(),
  input: v.optional(json),
  output: v.optional(json),
  duration_ms: v.optional(v.number()),
  id: v.optional(v.string()),
});

const contentPart = v.object({
  type: v.picklist(['text', 'file']),
  value: v.string(),
  path: v.optional(v.string()),
  text: v.optional(v.string()),
  media_type: v.optional(v.string()),
  guideline: v.optional(v.boolean()),
});

/** A message as it stands in rows and in the output of `assay cases`. */
export const MessageSchema = v.object({
  role: v.picklist(ROLES),
  content: v.optional(v.nullable(v.union([v.string(), v.array(contentPart), v.record(v.string(), json)]))),
  tool_calls: v.optional(v.array(toolCall)),
  name: v.optional(v.string()),
  generated: v.optional(v.boolean()),
});

const judgeVote = v.object({
  id: v.string(),
  model: v.string(),
  score,
  reflection: v.optional(v.string()),
  error: v.optional(errorInfo),
  backup: v.optional(v.boolean()),
  fingerprint: v.optional(v.string()),
});

const point = v.object({
  text: v.string(),
  id: v.optional(v.string()),
  score,
  weight: v.number(),
  function: v.optional(v.string()),
  inverted: v.optional(v.boolean()),
  path: v.optional(v.string()),
  block: v.optional(v.string()),
  required: v.optional(v.boolean()),
  reasoning: v.optional(v.string()),
  error: v.optional(errorInfo),
  judges: v.optional(v.array(judgeVote)),
});

const evaluatorResult = v.object({
  name: v.string(),
  type: v.string(),
  weight: v.pipe(v.number(), v.minValue(0)),
  score,
  verdict: v.optional(verdict),
  bounds: v.optional(bounds),
  hits: v.optional(texts),
  misses: v.optional(texts),
  reasoning: v.optional(v.string()),
  details: v.optional(json),
  error: v.optional(errorInfo),
  points: v.optional(v.array(point)),
  judges: v.optional(v.array(judgeVote)),
  evaluators: v.optional(v.array(v.lazy((): v.GenericSchema => evaluatorResult))),
  required_missed: v.optional(v.boolean()),
  degraded: v.optional(v.boolean()),
  warnings: v.optional(texts),
  judge_usage: v.optional(usage),
  judge_cost_usd: v.optional(v.number()),
});

/** One line of `results.jsonl`. */
export const ResultRowSchema = v.object({
  schema_version: v.literal(1),
  run_id: v.string(),
  trial_key: v.string(),
  scoring_key: v.string(),
  suite: v.string(),
  case_id: v.string(),
  source: v.string(),
  conversation_id: v.optional(v.string()),
  case_weight: v.number(),
  tags: texts,
  target: v.string(),
  variant: v.object({
    label: v.string(),
    temperature: v.optional(v.number()),
    system: v.optional(v.string()),
  }),
  repeat: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(['ok', 'partial', 'error']),
  score,
  score_bounds: bounds,
  verdict: v.nullable(verdict),
  input: v.array(MessageSchema),
  evaluators: v.array(evaluatorResult),
  metrics: v.array(v.object({ name: v.string(), value: v.number(), unit: v.optional(v.string()) })),
  output: v.nullable(
    v.object({ text: v.string(), messages: v.array(MessageSchema), tool_calls: v.array(toolCall) }),
  ),
  transcript: v.optional(v.array(MessageSchema)),
  confidence: v.optional(v.number()),
  usage: v.optional(usage),
  cost_usd: v.optional(v.number()),
  judge_usage: v.optional(usage),
  judge_cost_usd: v.optional(v.number()),
  latency_ms: v.nullable(v.number()),
  cached: v.boolean(),
  warnings: texts,
  error: v.optional(errorInfo),
  fingerprints: v.optional(v.record(v.string(), json)),
  started_at: v.string(),
  finished_at: v.string(),
});

/** `run.json`. */
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
      dialect: v.picklist(['eval-case', 'blueprint', 'test-case']),
      file: v.string(),
    }),
  ),
  targets: v.array(v.object({ name: v.string(), provider: v.string(), model: v.optional(v.string()) })),
  judges: texts,
  options: v.record(v.string(), json),
  rows: v.number(),
});

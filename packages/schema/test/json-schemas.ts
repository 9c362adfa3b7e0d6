import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema, RegexAction } from 'valibot';
import { FIELD_DESCRIPTIONS } from './field-descriptions.js';
import {
  ErrorInfoSchema,
  EvaluatorResultSchema,
  JudgeVoteSchema,
  PointScoreSchema,
  ResultRowSchema,
  RunManifestSchema,
  TokenUsageSchema,
} from '../src/row/row-schema.js';
import { MessageSchema, ToolCallSchema } from '../src/row/messages/message-schema.js';
import { BaselineCaseSchema, BaselineSchema } from '../src/baseline/baseline-schema.js';
import { JobDigestsSchema, TrialJobSchema } from '../src/jobs/trial-job-schema.js';
import { RunSummarySchema } from '../src/row/run-summary-schema.js';

/*
 * Only the test that compares and writes `schemas/*.schema.json` uses this file: the converter is
 * no dependency of the package at run time.
 */

const DEFINITIONS: Readonly<Record<string, GenericSchema>> = {
  EvaluatorResult: EvaluatorResultSchema,
  PointScore: PointScoreSchema,
  JudgeVote: JudgeVoteSchema,
  Message: MessageSchema,
  ToolCall: ToolCallSchema,
  TokenUsage: TokenUsageSchema,
  ErrorInfo: ErrorInfoSchema,
  BaselineCase: BaselineCaseSchema,
  JobDigests: JobDigestsSchema,
};

type Fields = Readonly<Record<string, string>>;

function described(schema: JsonSchema, descriptions: Fields): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const description = descriptions[name];
    return [name, typeof property === 'object' && description ? { ...property, description } : property] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Names of the definitions that can be reached from the schema. */
function reachable(schema: unknown, definitions: Readonly<Record<string, unknown>>, found = new Set<string>()): Set<string> {
  const text = JSON.stringify(schema);
  for (const [, name] of text.matchAll(/"#\/\$defs\/(\w+)"/gu)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    reachable(definitions[name], definitions, found);
  }
  return found;
}

function jsonSchema(title: 'ResultRow' | 'RunManifest' | 'RunSummary' | 'Baseline' | 'TrialJob', schema: GenericSchema, description: string): JsonSchema {
  const { $defs, $schema, ...root } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    definitions: { ...DEFINITIONS },
    // JSON has no other numbers; what code checks besides, the description says.
    ignoreActions: ['finite', 'check'],
    // Patterns are Unicode's in JSON Schema without saying so, and mean the same.
    overrideAction: ({ valibotAction, jsonSchema: made }) =>
      valibotAction.type === 'regex' ? { ...made, pattern: (valibotAction as RegexAction<string, undefined>).requirement.source } : undefined,
  });
  const all = $defs ?? {};
  const used = reachable(root, all);
  const definitions = Object.entries(FIELD_DESCRIPTIONS).flatMap(([name, fields]) => {
    const definition = all[name];
    return used.has(name) && typeof definition === 'object' ? [[name, described(definition, fields)] as const] : [];
  });
  return {
    ...($schema === undefined ? {} : { $schema }),
    title,
    description,
    ...described(root, FIELD_DESCRIPTIONS[title]),
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** JSON Schema (draft 2020-12) of one line of `results.jsonl`. */
export function resultRowJsonSchema(): JsonSchema {
  return jsonSchema('ResultRow', ResultRowSchema, 'The result of one trial: one line of results.jsonl.');
}

/** JSON Schema (draft 2020-12) of `run.json`. */
export function runManifestJsonSchema(): JsonSchema {
  return jsonSchema('RunManifest', RunManifestSchema, 'What was run with what: run.json.');
}

/** JSON Schema (draft 2020-12) of the summary that `assay run --json` prints. */
export function runSummaryJsonSchema(): JsonSchema {
  return jsonSchema('RunSummary', RunSummarySchema, 'How a run went: its outcome and numbers.');
}

/** JSON Schema (draft 2020-12) of `baselines/<suite>/<target>.json`. */
export function baselineJsonSchema(): JsonSchema {
  return jsonSchema('Baseline', BaselineSchema, 'A committed reference result: one suite on one target.');
}

/** JSON Schema (draft 2020-12) of a job: one line of what `assay plan --json` prints. */
export function trialJobJsonSchema(): JsonSchema {
  return jsonSchema('TrialJob', TrialJobSchema, 'A trial that travels: one line of assay plan --json, and of what assay worker reads.');
}

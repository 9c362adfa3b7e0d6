import * as v from 'valibot';
import { DEPENDENCY_POLICIES } from '../dependencies/case-dependencies.js';
import type { EvalCase } from '../domain/eval-case.js';
import { isPartList, type MessageContent } from '../domain/message.js';
import { MessageSchema } from './messages/message-schema.js';
import { wireCodec } from './wire/wire-codec.js';
import { recordOf } from '../json/record-of.js';

const hook = v.optional(v.object({ command: v.union([v.string(), v.array(v.string())]), timeout_ms: v.optional(v.number()), cwd: v.optional(v.string()) }));

/** Names the fields; the evaluators' options are data and go through as they are. */
const EvalCaseFields = v.object({
  id: v.string(),
  conversation_id: v.optional(v.string()),
  expected_outcome: v.string(),
  input_messages: v.array(MessageSchema),
  prompts: v.optional(v.array(v.object({ name: v.string(), input_messages: v.array(MessageSchema) }))),
  vars: v.optional(recordOf(v.unknown())),
  expected_messages: v.array(MessageSchema),
  evaluators: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      weight: v.number(),
      required: v.optional(v.boolean()),
      min_score: v.optional(v.number()),
      options: recordOf(v.unknown()),
    }),
  ),
  execution: v.object({
    target: v.optional(v.string()),
    targets: v.optional(v.array(v.string())),
    temperature: v.optional(v.number()),
    temperatures: v.optional(v.array(v.number())),
    systems: v.optional(v.array(v.nullable(v.string()))),
    no_cache: v.optional(v.boolean()),
    open_turns: v.optional(v.array(v.number())),
  }),
  depends_on: v.optional(v.array(v.string())),
  on_dependency_failure: v.optional(v.picklist(DEPENDENCY_POLICIES)),
  weight: v.number(),
  tags: v.array(v.string()),
  workspace: v.optional(v.object({ template: v.optional(v.string()), hooks: v.optional(v.object({ before_all: hook, before_each: hook, after_each: hook, after_all: hook })) })),
  context: v.optional(v.unknown()),
  plain_input: v.optional(v.string()),
  metadata: v.optional(v.unknown()),
});

const codec = wireCodec<EvalCase>(EvalCaseFields);

/** What is wrong with a case that no compiler may have looked at, with the field as files name it; undefined for nothing. */
export function caseFault(evalCase: EvalCase): string | undefined {
  const { issues: [issue] = [] } = v.safeParse(EvalCaseFields, codec.encode(evalCase));
  return issue && `${v.getDotPath(issue) ?? 'the case'}: ${issue.message}`;
}

/** A list of data as the right answer can only be said in short: in a message it would be a list of parts. */
function listAnswer({ expectedMessages: [only, second] }: EvalCase): MessageContent | undefined {
  const isPlain = only?.role === 'assistant' && second === undefined && Object.keys(only).length === 2;
  return isPlain && Array.isArray(only.content) && !isPartList(only.content) ? only.content : undefined;
}

/**
 * A case as `assay cases --json` prints it: with the field names of files, the evaluators' options
 * beside their names. It is again a valid line of a JSONL dataset, unless it has variables: those have been filled in.
 */
export function encodeCase(evalCase: EvalCase): Record<string, unknown> {
  const { expected_messages: expected, ...encoded } = codec.encode(evalCase);
  const evaluators = encoded['evaluators'] as readonly { readonly options: object }[];
  const list = listAnswer(evalCase);
  const { allowEmpty, noCache } = evalCase.execution;
  const { no_cache: _noCache, ...execution } = encoded['execution'] as Readonly<Record<string, unknown>>;
  return {
    ...encoded,
    // As files say it.
    execution: noCache ? { ...execution, cache: false } : execution,
    ...(allowEmpty ? { allow_empty: allowEmpty } : {}),
    ...(list === undefined ? { expected_messages: expected } : { expected_output: list }),
    evaluators: evaluators.map(({ options, ...config }) => ({ ...config, ...options, ...config })),
  };
}

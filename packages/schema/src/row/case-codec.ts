import * as v from 'valibot';
import type { EvalCase } from '../domain/eval-case.js';
import { MessageSchema } from './row-schema.js';
import { wireCodec } from './wire-codec.js';

/** A normalized case as `assay cases --json` prints it: again a valid line of a JSONL dataset. */
export const EvalCaseSchema = v.object({
  id: v.string(),
  conversation_id: v.optional(v.string()),
  expected_outcome: v.string(),
  input_messages: v.array(MessageSchema),
  expected_messages: v.array(MessageSchema),
  evaluators: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      weight: v.number(),
      options: v.record(v.string(), v.unknown()),
    }),
  ),
  execution: v.object({ target: v.optional(v.string()) }),
  weight: v.number(),
  tags: v.array(v.string()),
  context: v.optional(v.unknown()),
});

const codec = wireCodec<EvalCase>(EvalCaseSchema);

/** A case with the field names of files. The evaluators' options stand beside their names, as in files. */
export function encodeCase(evalCase: EvalCase): Record<string, unknown> {
  const encoded = codec.encode(evalCase);
  return {
    ...encoded,
    evaluators: evalCase.evaluators.map(({ options, ...config }) => ({ ...config, ...options })),
  };
}

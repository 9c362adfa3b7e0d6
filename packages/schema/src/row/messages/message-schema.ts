import * as v from 'valibot';
import type { JsonObject, JsonValue } from '../../domain/json.js';
import { ROLES } from '../../domain/message.js';
import { data, figure, json } from '../wire/wire-values.js';

/** Written out, because the compiler does not follow a recursive type through the schema's own. */
export interface WireToolCall {
  tool: string;
  input?: JsonValue | undefined;
  output?: JsonValue | undefined;
  duration_ms?: number | undefined;
  id?: string | undefined;
}

export const ToolCallSchema: v.GenericSchema<WireToolCall> = v.object({
  tool: v.string(),
  input: v.optional(json),
  output: v.optional(json),
  duration_ms: v.optional(figure),
  id: v.optional(v.string()),
});

const contentPart = v.variant('type', [
  v.object({ type: v.literal('text'), value: v.string() }),
  v.object({
    type: v.literal('file'),
    value: v.string(),
    path: v.optional(v.string()),
    text: v.optional(v.string()),
    media_type: v.optional(v.string()),
    digest: v.optional(v.string()),
    guideline: v.optional(v.boolean()),
  }),
]);

/** Written out, because content may be any JSON, whose type is recursive. */
export interface WireMessage {
  role: (typeof ROLES)[number];
  content?: string | v.InferOutput<typeof contentPart>[] | JsonObject | JsonValue[] | null | undefined;
  tool_calls?: WireToolCall[] | undefined;
  name?: string | undefined;
  tool_call_id?: string | undefined;
  generated?: boolean | undefined;
}

/** A message as it stands in rows and in the output of `assay cases`. */
export const MessageSchema: v.GenericSchema<WireMessage> = v.object({
  role: v.picklist(ROLES),
  content: v.optional(v.nullable(v.union([v.string(), v.array(contentPart), data, v.array(json)]))),
  tool_calls: v.optional(v.array(ToolCallSchema)),
  name: v.optional(v.string()),
  tool_call_id: v.optional(v.string()),
  generated: v.optional(v.boolean()),
});

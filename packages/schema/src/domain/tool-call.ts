import type { JsonValue } from './json.js';

/** One use of a tool, in the one shape that traces of every provider are brought to. */
export interface ToolCall {
  readonly tool: string;
  /** The arguments, any JSON value. */
  readonly input?: JsonValue | undefined;
  /** What the tool returned, where the trace says so. */
  readonly output?: JsonValue | undefined;
  readonly durationMs?: number | undefined;
  /** The provider's own id of the call, where there is one. */
  readonly id?: string | undefined;
}

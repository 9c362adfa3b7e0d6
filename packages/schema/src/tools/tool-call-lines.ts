import { isJsonObject } from '../domain/json.js';
import type { ToolCall } from '../domain/tool-call.js';
import { JsonDepthError, parseJson } from '../json/parse-json.js';
import { normalizeToolCall } from './normalize-tool-call.js';

export interface ToolCallLines {
  readonly calls: readonly ToolCall[];
  /** Lines that start like a call but cannot be read as one, as they stand. */
  readonly malformed: readonly string[];
}

const PREFIX = /^\s*TOOL_CALL\b/u;

/**
 * Reads `TOOL_CALL {"name": …, "arguments": …}` lines out of a text: how a model names
 * tools that are traced and never run. One line is one call; nothing may follow its JSON.
 * @throws JsonNumberError for a call with a number that is too large: without it there would be another trace.
 */
export function parseToolCallLines(text: string): ToolCallLines {
  const calls: ToolCall[] = [];
  const malformed: string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const prefix = PREFIX.exec(line);
    if (!prefix) continue;
    let call: ToolCall | undefined;
    try {
      const value: unknown = parseJson(line.slice(prefix[0].length));
      call = isJsonObject(value) ? normalizeToolCall(value) : undefined;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof JsonDepthError)) throw error;
    }
    if (call) calls.push(call);
    else malformed.push(line.trim());
  }
  return { calls, malformed };
}

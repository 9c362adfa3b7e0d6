import type { AliasTable } from './alias-table.js';

/** The names of what a tool call says, in eval files and in the replies of models. The first one that is there counts. */
export const TOOL_CALL_ALIASES = {
  tool: ['tool', 'name', 'tool_name', 'toolName'],
  input: ['input', 'arguments', 'args', 'parameters'],
  output: ['output', 'result'],
  duration: ['duration_ms', 'durationMs'],
  id: ['id', 'call_id', 'tool_call_id'],
} as const satisfies AliasTable;

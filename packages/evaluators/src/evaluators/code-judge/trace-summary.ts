import type { JsonObject, ProviderResponse, ToolCall } from '@assay/schema';

/** What `pick` gives of each call that it gives something of, gathered by tool. */
function byTool<T>(calls: readonly ToolCall[], pick: (call: ToolCall) => T | undefined): Map<string, T[]> {
  const gathered = new Map<string, T[]>();
  for (const call of calls) {
    const picked = pick(call);
    if (picked === undefined) continue;
    const list = gathered.get(call.tool);
    if (list) list.push(picked);
    else gathered.set(call.tool, [picked]);
  }
  return gathered;
}

/** A tool that says that it failed: its output is an object with an `error`, or with `is_error: true`. */
function failed({ output }: ToolCall): boolean {
  if (typeof output !== 'object' || output === null || !('error' in output || 'is_error' in output || 'isError' in output)) return false;
  const { error, is_error: snake, isError: camel } = output as JsonObject;
  return snake === true || camel === true || (error !== undefined && error !== null && error !== false && error !== '');
}

/** `{ key: value }`, or nothing where the figure is not known: stored replies often have none. */
function known(key: string, value: number | undefined): JsonObject {
  return value !== undefined && Number.isFinite(value) ? { [key]: value } : {};
}

function tokenUsage({ usage }: ProviderResponse): JsonObject {
  if (!usage) return {};
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  return { token_usage: { input: inputTokens, output: outputTokens, ...known('cached', cachedInputTokens) } };
}

/** What the reply took, as far as it is known. */
export function figures(response: ProviderResponse): JsonObject {
  const { latencyMs, costUsd } = response;
  return { ...known('duration_ms', latencyMs), ...tokenUsage(response), ...known('cost_usd', costUsd) };
}

function wireCall({ tool, input, output, durationMs }: ToolCall): JsonObject {
  return {
    tool,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
  };
}

/**
 * What happened while the target answered, in numbers. `event_count`, `tool_names`,
 * `tool_calls_by_name`, `error_count` and the figures are what scripts written with AgentV's SDK
 * insist on; a figure that is not known is left out.
 * @param counts Whether `tool_calls` counts the calls by tool, as its scripts of today insist on, in place of a list of them.
 */
export function traceSummary(response: ProviderResponse, counts: boolean): JsonObject {
  const { toolCalls } = response;
  const calls = byTool(toolCalls, (call) => call);
  const durations = byTool(toolCalls, ({ durationMs }) => durationMs);
  const callsByName = Object.fromEntries([...calls].map(([tool, { length }]) => [tool, length]));
  return {
    event_count: toolCalls.length,
    tool_names: [...calls.keys()].toSorted((a, b) => (a < b ? -1 : 1)),
    tool_call_count: toolCalls.length,
    tool_calls_by_name: callsByName,
    error_count: toolCalls.filter(failed).length,
    ...(durations.size === 0 ? {} : { tool_durations: Object.fromEntries(durations) }),
    tool_calls: counts ? callsByName : toolCalls.map(wireCall),
    ...figures(response),
  };
}

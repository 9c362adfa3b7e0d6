import {
  fileParts,
  referenceAnswer,
  transcriptText,
  type EvalCase,
  type JsonObject,
  type JsonValue,
  type ProviderResponse,
} from '@assay/schema';
import { wireMessages } from '../wire/wire-messages.js';

function traceSummary({ toolCalls, latencyMs, usage, costUsd }: ProviderResponse): JsonObject {
  const byName = new Map<string, number>();
  for (const { tool } of toolCalls) byName.set(tool, (byName.get(tool) ?? 0) + 1);
  return {
    tool_call_count: toolCalls.length,
    tool_calls_by_name: Object.fromEntries(byName),
    tool_calls: toolCalls.map(({ tool, input, output, durationMs }) => ({
      tool,
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
      ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    })),
    duration_ms: latencyMs,
    ...(usage ? { token_usage: { input: usage.inputTokens, output: usage.outputTokens } } : {}),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
}

/** What a script reads from its standard input, as one JSON object. */
export function scriptPayload(
  evalCase: EvalCase,
  response: ProviderResponse,
  config: JsonObject,
): { readonly [key: string]: JsonValue } {
  const files = fileParts(evalCase.inputMessages);
  const paths = (guideline: boolean): string[] =>
    files.filter((part) => Boolean(part.guideline) === guideline).map((part) => part.path ?? part.value);
  return {
    id: evalCase.id,
    question: transcriptText(evalCase.inputMessages),
    expected_outcome: evalCase.expectedOutcome,
    reference_answer: referenceAnswer(evalCase.expectedMessages),
    candidate_answer: response.text,
    input_messages: wireMessages(evalCase.inputMessages),
    expected_messages: wireMessages(evalCase.expectedMessages),
    output_messages: wireMessages(response.messages),
    ...(evalCase.context === undefined ? {} : { context: evalCase.context }),
    guideline_files: paths(true),
    input_files: paths(false),
    trace_summary: traceSummary(response),
    config,
  };
}

import {
  encodeMessages,
  fileParts,
  referenceAnswer,
  transcriptText,
  type EvalCase,
  type JsonObject,
  type JsonValue,
  type Message,
  type ProviderResponse,
} from '@assay/schema';
import { figures, traceSummary } from './trace-summary.js';

/** Messages for a script, each with content: scripts in other languages and strict schemas stumble over null. */
function scriptMessages(messages: readonly Message[]): JsonValue {
  return encodeMessages(messages.map((message) => ({ ...message, content: message.content ?? '' })));
}

/**
 * What a script reads from its standard input, as one JSON object. Some of it goes by two names: the second is what scripts that were
 * written with AgentV's SDK of today insist on.
 * @param counts As in {@link traceSummary}.
 */
export function scriptPayload(
  evalCase: EvalCase,
  response: ProviderResponse,
  config: JsonObject,
  counts = false,
): { readonly [key: string]: JsonValue } {
  const files = fileParts(evalCase.inputMessages);
  const paths = (guideline: boolean): string[] =>
    files.filter((part) => Boolean(part.guideline) === guideline).map((part) => part.path ?? part.value);
  const [input, expected, output] = [evalCase.inputMessages, evalCase.expectedMessages, response.messages].map(scriptMessages) as [JsonValue, JsonValue, JsonValue];
  return {
    id: evalCase.id,
    question: transcriptText(evalCase.inputMessages),
    expected_outcome: evalCase.expectedOutcome,
    criteria: evalCase.expectedOutcome,
    reference_answer: referenceAnswer(evalCase.expectedMessages),
    candidate_answer: response.text,
    output: response.text,
    input_messages: input,
    input,
    expected_messages: expected,
    expected_output: expected,
    output_messages: output,
    messages: output,
    ...(response.fileChanges === undefined ? {} : { file_changes: response.fileChanges }),
    ...(evalCase.metadata === undefined ? {} : { metadata: evalCase.metadata }),
    ...(evalCase.context === undefined ? {} : { context: evalCase.context }),
    guideline_files: paths(true),
    input_files: paths(false),
    trace_summary: traceSummary(response, counts),
    ...figures(response),
    config,
  };
}

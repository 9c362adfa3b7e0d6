import {
  fileParts,
  referenceAnswer,
  transcriptText,
  type EvalCase,
  type JsonObject,
  type JsonValue,
  type Message,
  type ProviderResponse,
} from '@assay/schema';
import { wireMessages } from '../../json/encode-messages.js';
import { traceSummary } from './trace-summary.js';

/** Messages for a script, each with content: scripts in other languages and strict schemas stumble over null. */
function scriptMessages(messages: readonly Message[]): JsonValue {
  return wireMessages(messages.map((message) => ({ ...message, content: message.content ?? '' })));
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
    input_messages: scriptMessages(evalCase.inputMessages),
    expected_messages: scriptMessages(evalCase.expectedMessages),
    output_messages: scriptMessages(response.messages),
    ...(evalCase.context === undefined ? {} : { context: evalCase.context }),
    guideline_files: paths(true),
    input_files: paths(false),
    trace_summary: traceSummary(response),
    config,
  };
}

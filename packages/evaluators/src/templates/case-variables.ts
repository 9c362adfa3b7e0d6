import { guidelinesText, referenceAnswer, transcriptText, type EvalCase, type ProviderResponse } from '@assay/schema';
import { wireMessages } from '../wire/wire-messages.js';

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** What a prompt can say about a case and a response, by the names that it says it with. */
export function caseVariables(evalCase: EvalCase, response: ProviderResponse) {
  return {
    question: transcriptText(evalCase.inputMessages),
    expected_outcome: evalCase.expectedOutcome,
    reference_answer: referenceAnswer(evalCase.expectedMessages),
    candidate_answer: response.text,
    guidelines: guidelinesText(evalCase.inputMessages),
    input_messages: asJson(wireMessages(evalCase.inputMessages)),
    expected_messages: asJson(wireMessages(evalCase.expectedMessages)),
    output_messages: asJson(wireMessages(response.messages)),
  };
}

/** Variables of a prompt, by name. */
export type TemplateVariables = Readonly<Record<string, string>>;

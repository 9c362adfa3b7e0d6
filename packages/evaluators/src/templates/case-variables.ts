import { encodeMessages, fileChangesText, guidelinesText, referenceAnswer, transcriptText, type EvalCase, type ProviderResponse } from '@assay/schema';
import { shownValue } from '../texts/shown-value.js';
import { repliedTurns } from '../texts/replied-turns.js';

/** Names that every prompt may use. */
export const CASE_VARIABLES = [
  'question',
  'expected_outcome',
  'reference_answer',
  'candidate_answer',
  'candidate_turns',
  'guidelines',
  'context',
  'input_messages',
  'expected_messages',
  'output_messages',
  'file_changes',
] as const;

/** What prompts that were written for AgentV call them. A case's own variable of such a name is meant before them. */
const OTHER_NAMES = {
  input: 'question',
  criteria: 'expected_outcome',
  expected_output: 'reference_answer',
  output: 'candidate_answer',
} as const satisfies Readonly<Record<string, (typeof CASE_VARIABLES)[number]>>;

/** Names that every prompt may use besides those that are listed. */
export const UNTOLD_VARIABLES: readonly string[] = [...Object.keys(OTHER_NAMES), 'metadata', 'metadata_json'];

/** Which of the {@link CASE_VARIABLES} a name in a prompt stands for; the name itself for all others. */
export function meantVariable(name: string, { vars }: TemplateVariables): string {
  const isOwn = typeof vars === 'object' && Object.hasOwn(vars, name);
  return !isOwn && Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name as keyof typeof OTHER_NAMES] : name;
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

function contextText({ context }: EvalCase): string {
  if (context === undefined) return '';
  return typeof context === 'string' ? context : asJson(context);
}

/** The reply turn by turn with its tool calls; a plain one as its text. */
function turnsText(response: ProviderResponse): string {
  const turns = repliedTurns(response);
  return turns === undefined ? response.text : transcriptText(turns);
}

/**
 * What a prompt can say about a case and a response, by the names that it says it with. What a case
 * does not have is an empty text. Its own variables are there by their names, but for those that stand for something here.
 */
export function caseVariables(
  evalCase: EvalCase,
  response: ProviderResponse,
): TemplateVariables & Readonly<Record<(typeof CASE_VARIABLES)[number], string>> {
  const turns = turnsText(response);
  const { metadata } = evalCase;
  const known = {
    question: transcriptText(evalCase.inputMessages),
    expected_outcome: evalCase.expectedOutcome,
    reference_answer: referenceAnswer(evalCase.expectedMessages),
    // Tool calls alone are an answer too: an empty slot would tell the judge that there is none.
    candidate_answer: response.text.trim() === '' ? turns : response.text,
    candidate_turns: turns,
    guidelines: guidelinesText(evalCase.inputMessages),
    context: contextText(evalCase),
    input_messages: asJson(encodeMessages(evalCase.inputMessages)),
    expected_messages: asJson(encodeMessages(evalCase.expectedMessages)),
    output_messages: asJson(encodeMessages(response.messages)),
    file_changes: fileChangesText(response.fileChanges),
  };
  return {
    ...Object.fromEntries(Object.entries(OTHER_NAMES).map(([name, meant]) => [name, known[meant]])),
    metadata: metadata === undefined ? '' : asJson(metadata),
    metadata_json: metadata === undefined ? '' : JSON.stringify(metadata),
    ...ownVariables(evalCase),
    ...known,
  };
}

/** Variables of a prompt, by name; those of the case under `vars` too. */
export type TemplateVariables = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Those of the case by their own names, where these are none of a prompt's own; and all of them under `vars`. */
function ownVariables({ vars }: Pick<EvalCase, 'vars'>): TemplateVariables {
  if (!vars) return {};
  const texts = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, shownValue(value)]));
  return { ...texts, vars: texts };
}

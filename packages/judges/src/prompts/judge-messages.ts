import {
  fence,
  fenceCode,
  fileChangesText,
  guidelinesText,
  transcriptText,
  type CriterionRequest,
  type JudgedResponse,
  type JudgeRequest,
  type LabelRequest,
  type Message,
  type PreferenceRequest,
  type PromptRequest,
} from '@assay/schema';
import type { Scale } from '../scales/scale.js';
import { answerFormat, formatReminder } from './answer-format.js';
import { criterionPrompt } from './criterion-prompt.js';
import { evalPrompt } from './eval-prompt.js';
import { preferencePrompt } from './preference-prompt.js';

/** What a judge is asked in words. */
export type WordedRequest = Exclude<JudgeRequest, LabelRequest>;

/** An answer of a judge that could not be used. */
export interface LastAnswer {
  readonly problem: string;
  /** The beginning of the answer. */
  readonly reply: string;
}

function responseText({ candidate, turns = [] }: JudgedResponse): string {
  const text = turns.length > 0 ? transcriptText(turns) : candidate;
  return text.trim() === '' ? '(The response is empty.)' : text;
}

/** A response with what was done to files, by the names under which a judge is shown them. */
function responseParts(response: JudgedResponse, which: '' | 'first-' | 'second-'): readonly (readonly [string, string])[] {
  return [
    [`${which}response`, responseText(response)],
    [`${which}file-changes`, fileChangesText(response.fileChanges)],
  ];
}

function responses(request: CriterionRequest | PreferenceRequest): readonly (readonly [string, string])[] {
  if (request.kind === 'criterion') return responseParts(request, '');
  const [first, second] = request.candidates;
  return [...responseParts(first, 'first-'), ...responseParts(second, 'second-')];
}

/** What a judge is shown of a case, by the names of the parts. */
function material(request: CriterionRequest | PreferenceRequest): readonly (readonly [string, string])[] {
  const parts: readonly (readonly [string, string])[] = [
    ['guidelines', guidelinesText(request.input)],
    ['conversation', transcriptText(request.input)],
    ['expected-outcome', request.expectedOutcome ?? ''],
    ['reference-answer', request.referenceAnswer ?? ''],
    ...responses(request),
  ];
  return parts.filter(([, text]) => text.trim() !== '');
}

/** Every text that a judge is shown and could quote. */
export function shownTexts(request: WordedRequest): readonly string[] {
  if (request.kind === 'prompt') return request.quoted ?? [request.prompt];
  const candidates = request.kind === 'criterion' ? [request] : request.candidates;
  return [...material(request).map(([, text]) => text), ...candidates.map(({ candidate }) => candidate), request.criterion];
}

/** Said where files were worked on: the prompt that is the same for every request knows of none. */
const FILE_CHANGES =
  'What is called file-changes shows as a diff what the system under test did to the files that it worked on; lines in it that begin with a backslash are remarks of the test. It is a part of the response.';

function criterionText(request: CriterionRequest | PreferenceRequest, scale: Scale): string {
  const given = material(request);
  const code = fenceCode(
    given.map(([, text]) => text),
    { absentFrom: [request.criterion] },
  );
  const { render } = request.kind === 'criterion' ? criterionPrompt : preferencePrompt;
  return render({
    code,
    material: [...given.map(([name, text]) => fence(name, code, text)), ...(given.some(([name]) => name.endsWith('file-changes')) ? [FILE_CHANGES] : [])].join('\n\n'),
    criterion: fence('criterion', code, request.criterion),
    scale: scale.instruction,
    answerFormat: answerFormat(scale),
  });
}

function ownPromptText(request: PromptRequest, scale: Scale): string {
  return evalPrompt.render({
    code: fenceCode([request.prompt]),
    fenceCode: request.fenceCode,
    prompt: request.prompt,
    scale: scale.instruction,
    answerFormat: answerFormat(scale),
  });
}

const PROMPTS: Readonly<Record<WordedRequest['kind'], { readonly system: string }>> = {
  criterion: criterionPrompt,
  preference: preferencePrompt,
  prompt: evalPrompt,
};

/**
 * What a judge is sent for a request. After an answer that could not be used, that answer, what was
 * wrong with it and the answer format are added at the end.
 */
export function judgeMessages(request: WordedRequest, scale: Scale, last?: LastAnswer): readonly Message[] {
  const { system } = PROMPTS[request.kind];
  const text = request.kind === 'prompt' ? ownPromptText(request, scale) : criterionText(request, scale);
  return [
    { role: 'system', content: system },
    { role: 'user', content: last ? `${text}\n\n${formatReminder(scale, last.problem, last.reply)}` : text },
  ];
}

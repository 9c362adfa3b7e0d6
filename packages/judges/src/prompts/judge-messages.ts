import {
  fence,
  fenceCode,
  guidelinesText,
  transcriptText,
  type CriterionRequest,
  type JudgeRequest,
  type Message,
  type PromptRequest,
} from '@assay/schema';
import type { Scale } from '../scales/scale.js';
import { answerFormat, formatReminder } from './answer-format.js';
import { criterionPrompt } from './criterion-prompt.js';
import { evalPrompt } from './eval-prompt.js';

/** An answer of a judge that could not be used. */
export interface LastAnswer {
  readonly problem: string;
  /** Its beginning. */
  readonly reply: string;
}

function responseText({ candidate, turns = [] }: CriterionRequest): string {
  const text = turns.length > 0 ? transcriptText(turns) : candidate;
  return text.trim() === '' ? '(The response is empty.)' : text;
}

/** What a judge is shown of a case, by the names of the parts. */
function material(request: CriterionRequest): readonly (readonly [string, string])[] {
  const parts: readonly (readonly [string, string])[] = [
    ['guidelines', guidelinesText(request.input)],
    ['conversation', transcriptText(request.input)],
    ['expected-outcome', request.expectedOutcome ?? ''],
    ['reference-answer', request.referenceAnswer ?? ''],
    ['response', responseText(request)],
  ];
  return parts.filter(([, text]) => text.trim() !== '');
}

/** Every text that a judge is shown and could quote. */
export function shownTexts(request: JudgeRequest): readonly string[] {
  if (request.kind === 'prompt') return request.quoted ?? [request.prompt];
  return [...material(request).map(([, text]) => text), request.candidate, request.criterion];
}

function criterionText(request: CriterionRequest, scale: Scale): string {
  const given = material(request);
  const code = fenceCode(
    given.map(([, text]) => text),
    { absentFrom: [request.criterion] },
  );
  return criterionPrompt.render({
    code,
    material: given.map(([name, text]) => fence(name, code, text)).join('\n\n'),
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

/**
 * What a judge is sent for a request. After an answer that could not be used, that answer, what was
 * wrong with it and the answer format are added at the end.
 */
export function judgeMessages(request: JudgeRequest, scale: Scale, last?: LastAnswer): readonly Message[] {
  const [system, text] =
    request.kind === 'criterion'
      ? [criterionPrompt.system, criterionText(request, scale)]
      : [evalPrompt.system, ownPromptText(request, scale)];
  return [
    { role: 'system', content: system },
    { role: 'user', content: last ? `${text}\n\n${formatReminder(scale, last.problem, last.reply)}` : text },
  ];
}

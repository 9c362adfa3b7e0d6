import {
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
import { fence, fenceCode } from './fence.js';

function criterionText(request: CriterionRequest, scale: Scale): string {
  const parts: readonly (readonly [string, string])[] = [
    ['guidelines', guidelinesText(request.input)],
    ['conversation', transcriptText(request.input)],
    ['expected-outcome', request.expectedOutcome ?? ''],
    ['reference-answer', request.referenceAnswer ?? ''],
    ['response', request.candidate.trim() === '' ? '(The response is empty.)' : request.candidate],
  ];
  const given = parts.filter(([, text]) => text.trim() !== '');
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
    prompt: request.prompt,
    scale: scale.instruction,
    answerFormat: answerFormat(scale),
  });
}

/**
 * What a judge is sent for a request. From the second attempt on, a reminder of the answer format
 * is added at the end.
 * @param attempt counts from 1.
 */
export function judgeMessages(request: JudgeRequest, scale: Scale, attempt: number): readonly Message[] {
  const [system, text] =
    request.kind === 'criterion'
      ? [criterionPrompt.system, criterionText(request, scale)]
      : [evalPrompt.system, ownPromptText(request, scale)];
  return [
    { role: 'system', content: system },
    { role: 'user', content: attempt === 1 ? text : `${text}\n\n${formatReminder(scale)}` },
  ];
}

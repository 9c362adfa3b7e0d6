import { guidelinesText, transcriptText, type GenerateRequest } from '@assay/schema';
import { guidelinesBlock } from '../http/prompt-messages.js';

/** Turns that are to be generated are no part of the question. */
function asked(request: GenerateRequest) {
  return request.messages.filter((message) => message.content !== null || (message.toolCalls?.length ?? 0) > 0);
}

/** The guideline files that the request refers to, as one text. */
export function requestGuidelines(request: GenerateRequest): string {
  return request.guidelines ?? guidelinesText(request.messages);
}

/** The conversation as one text, for targets that take no list of messages. */
export function conversationText(request: GenerateRequest): string {
  return transcriptText(asked(request));
}

/** The same, after the guideline files in a block of their own. */
export function promptText(request: GenerateRequest): string {
  const block = guidelinesBlock(requestGuidelines(request));
  const text = conversationText(request);
  return block === '' ? text : `${block}\n\n${text}`;
}

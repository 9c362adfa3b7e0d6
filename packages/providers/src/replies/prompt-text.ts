import { guidelinesBlock, guidelinesText, transcriptText, type GenerateRequest, type Message } from '@assay/schema';

/** Turns that are to be generated are no part of the question. */
function asked(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.content !== null || (message.toolCalls?.length ?? 0) > 0);
}

/** The guideline files that the request refers to, as one text. */
export function requestGuidelines(request: GenerateRequest): string {
  return request.guidelines ?? guidelinesText(request.messages);
}

/** Takes the block of guidelines out of the message that it was put into. */
function withoutBlock(message: Message, block: string): Message {
  const { content } = message;
  if (typeof content !== 'string' || !content.startsWith(block)) return message;
  return { ...message, content: content.slice(block.length).trimStart() };
}

/** The conversation as one text without the guideline files, for commands that take those apart. */
export function conversationText(request: GenerateRequest): string {
  const block = guidelinesBlock(request.guidelines ?? '');
  const messages = asked(request.messages);
  if (block === '') return transcriptText(messages);
  const plain = messages.map((message) => withoutBlock(message, block));
  return transcriptText(plain.filter((message, index) => message === messages[index] || message.content !== ''));
}

/** The conversation as one text, for targets that take no list of messages: guideline files first. */
export function promptText(request: GenerateRequest): string {
  const text = transcriptText(asked(request.messages));
  // Guidelines that the request states are part of its messages already.
  const block = request.guidelines === undefined ? guidelinesBlock(guidelinesText(request.messages)) : '';
  return block === '' ? text : `${block}\n\n${text}`;
}

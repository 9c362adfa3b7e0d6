import {
  guidelinesBlock,
  guidelinesText,
  transcriptText,
  type ContentPart,
  type GenerateRequest,
  type Message,
} from '@assay/schema';

/** Turns that are to be generated are no part of the question. */
function asked(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.content !== null || (message.toolCalls?.length ?? 0) > 0);
}

/** The guideline files that the request refers to, as one text. */
export function requestGuidelines(request: GenerateRequest): string {
  return request.guidelines ?? guidelinesText(request.messages);
}

/** The message without the block of guidelines that was put at its head; undefined when nothing else was in it. */
function withoutBlock(message: Message, block: string): Message | undefined {
  const { content } = message;
  if (typeof content === 'string') {
    if (!content.startsWith(block)) return message;
    const rest = content.slice(block.length).trimStart();
    return rest === '' ? undefined : { ...message, content: rest };
  }
  const parts: readonly ContentPart[] = Array.isArray(content) ? content : [];
  const [first, ...others] = parts;
  if (first?.type !== 'text' || !first.value.startsWith(block)) return message;
  const rest = first.value.slice(block.length).trimStart();
  const kept = rest === '' ? others : [{ ...first, value: rest }, ...others];
  return kept.length === 0 ? undefined : { ...message, content: kept };
}

/** The conversation as one text without the guideline files, for commands that take those apart. */
export function conversationText(request: GenerateRequest): string {
  const block = guidelinesBlock(request.guidelines ?? '');
  const messages = asked(request.messages);
  if (block === '') return transcriptText(messages);
  return transcriptText(messages.flatMap((message) => withoutBlock(message, block) ?? []));
}

/** The conversation as one text, for targets that take no list of messages: guideline files first. */
export function promptText(request: GenerateRequest): string {
  const text = transcriptText(asked(request.messages));
  // Guidelines that the request states are part of its messages already.
  const block = request.guidelines === undefined ? guidelinesBlock(guidelinesText(request.messages)) : '';
  return block === '' ? text : `${block}\n\n${text}`;
}

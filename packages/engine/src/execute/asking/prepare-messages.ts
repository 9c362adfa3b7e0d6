import {
  fileParts,
  guidelinesBlock,
  guidelinesText,
  messageText,
  type ContentPart,
  type FilePart,
  type Message,
  type MessageContent,
} from '@assay/schema';

function isParts(content: Message['content']): content is readonly ContentPart[] {
  return Array.isArray(content);
}

function isGuideline(part: ContentPart): boolean {
  return part.type === 'file' && part.guideline === true && part.text !== undefined;
}

function isAttachment(part: ContentPart): boolean {
  return part.type === 'file' && part.text === undefined;
}

/** Text and text files between attachments become one text part each; attachments stay. */
function joinTexts(parts: readonly ContentPart[]): readonly ContentPart[] {
  const joined: ContentPart[] = [];
  let texts: ContentPart[] = [];
  const flush = (): void => {
    if (texts.length > 0) joined.push({ type: 'text', value: messageText(texts) });
    texts = [];
  };
  for (const part of parts) {
    if (!isAttachment(part)) {
      texts.push(part);
      continue;
    }
    flush();
    joined.push(part);
  }
  flush();
  return joined;
}

function plainContent(content: MessageContent): MessageContent {
  if (typeof content === 'string') return content;
  if (!isParts(content)) return messageText(content);
  return content.some(isAttachment) ? joinTexts(content) : messageText(content);
}

/** The message as a target takes it, or undefined when it held nothing but guidelines. */
function plainMessage(message: Message): Message | undefined {
  const { content } = message;
  if (content === null || content === undefined || typeof content === 'string') return message;
  if (!isParts(content)) return { ...message, content: plainContent(content) };
  const parts = content.filter((part) => !isGuideline(part));
  if (parts.length === 0 && content.length > 0) return undefined;
  return { ...message, content: plainContent(parts) };
}

function prepend(block: string, content: Message['content']): MessageContent {
  if (content === null || content === undefined || content === '') return block;
  return isParts(content)
    ? [{ type: 'text', value: block }, ...content]
    : `${block}\n\n${messageText(content)}`;
}

function withGuidelines(
  messages: readonly Message[],
  block: string,
  firstUser: Message | undefined,
): readonly Message[] {
  const index = firstUser ? messages.indexOf(firstUser) : -1;
  const target = messages[index];
  if (target) return messages.with(index, { ...target, content: prepend(block, target.content) });
  const afterSystem = messages.findIndex((message) => message.role !== 'system');
  return messages.toSpliced(afterSystem === -1 ? messages.length : afterSystem, 0, { role: 'user', content: block });
}

/** Messages in the form that targets take. */
export interface PreparedMessages {
  readonly messages: readonly Message[];
  /** Text of the guideline files; empty when there are none. Already part of `messages`. */
  readonly guidelines: string;
}

/**
 * Brings a case's messages to the form that targets take: text, or text parts and attachments.
 * Guideline files leave their place and stand as one block at the head of the first user message;
 * other text files stand in the text where they were referred to; structured content is JSON.
 */
export function prepareMessages(messages: readonly Message[]): PreparedMessages {
  const guidelines = guidelinesText(messages);
  const plain = messages.map(plainMessage).filter((message) => message !== undefined);
  if (guidelines === '') return { messages: plain, guidelines };
  const block = guidelinesBlock(guidelines);
  const firstUser = plain.find((message) => message.role === 'user');
  return { messages: withGuidelines(plain, block, firstUser), guidelines };
}

/** The files of messages for targets that open them: each once, without the texts of guidelines. */
export function filesOf(messages: readonly Message[]): readonly FilePart[] {
  const parts = fileParts(messages);
  if (parts.length === 0) return parts;
  const files = new Map<string, FilePart>();
  for (const part of parts) {
    const key = part.path ?? part.value;
    if (!isGuideline(part) && !files.has(key)) files.set(key, part);
  }
  return [...files.values()];
}

/** The conversation with another system prompt: in place of those at its start, or before it. */
export function withSystem(messages: readonly Message[], system: string | undefined): readonly Message[] {
  if (system === undefined) return messages;
  const start = messages.findIndex((message) => message.role !== 'system');
  return [{ role: 'system', content: system }, ...(start === -1 ? [] : messages.slice(start))];
}

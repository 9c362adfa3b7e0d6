import type { JsonValue } from '../domain/json.js';
import { isPartList, type FilePart, type Message, type MessageContent } from '../domain/message.js';
import type { ToolCall } from '../domain/tool-call.js';

/**
 * The text of a message's content. Text files count with their content, texts of guidelines not at
 * all (they are shown in a block of their own), attachments by name. Structured content is
 * indented JSON.
 */
export function messageText(content: MessageContent | null | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!isPartList(content)) return JSON.stringify(content, null, 2);
  return content
    .filter((part) => part.type === 'text' || !part.guideline || part.text === undefined)
    .map((part) => {
      if (part.type === 'text') return part.value;
      return part.text === undefined ? `[file: ${part.value}]` : `<file path="${part.value}">\n${part.text}\n</file>`;
    })
    .join('\n\n');
}

const NO_FILES: readonly FilePart[] = [];

/** Most messages are plain texts: they need no second look. */
function isInParts({ content }: Message): boolean {
  return typeof content === 'object' && content !== null && isPartList(content);
}

/** The file parts of a list of messages, in order. */
export function fileParts(messages: readonly Message[]): readonly FilePart[] {
  if (!messages.some(isInParts)) return NO_FILES;
  return messages.flatMap((message) =>
    message.content && typeof message.content !== 'string' && isPartList(message.content)
      ? message.content.filter((part) => part.type === 'file')
      : [],
  );
}

function toolCallLines({ tool, input, output }: ToolCall): string {
  const shown = (value: JsonValue | undefined): string => (value === undefined ? '' : JSON.stringify(value));
  return `@[Tool call]: ${tool.replaceAll(/\s+/gu, ' ')}(${shown(input)})${output === undefined ? '' : `\n@[Tool result]: ${shown(output)}`}`;
}

/** A line of content that looks like a mark gets a backslash, one more if it has some already. */
function escapeMarks(text: string): string {
  return text.replaceAll(/^(?=\\*@\[)/gmu, '\\');
}

/**
 * A conversation as one text. A single user message is shown bare; anything longer with
 * `@[Role]:` marks, and tool calls as lines `@[Tool call]: name(input)`. Content cannot forge a
 * turn or a call: its own marks are escaped (`\@[Role]:`).
 */
export function transcriptText(messages: readonly Message[]): string {
  const only = messages[0];
  if (messages.length === 1 && only?.role === 'user') return messageText(only.content);
  return messages
    .map((message) => {
      const role = message.role[0]?.toUpperCase() + message.role.slice(1);
      const calls = (message.toolCalls ?? []).map(toolCallLines);
      const body = [escapeMarks(messageText(message.content)), ...calls].filter((line) => line !== '').join('\n');
      return `@[${role}${message.generated ? ', generated' : ''}]:\n${body}`;
    })
    .join('\n\n');
}

/** The guideline files of a conversation as one text, each once; empty when there are none. */
export function guidelinesText(messages: readonly Message[]): string {
  const parts = fileParts(messages);
  if (parts.length === 0) return '';
  const once = new Map<string, string>();
  for (const { guideline, text, path, value } of parts) {
    const file = path ?? value;
    if (guideline && text !== undefined && !once.has(file)) once.set(file, `=== ${value} ===\n${text}`);
  }
  return [...once.values()].join('\n\n');
}

/**
 * The answer that a case names as right: the text of its last expected assistant message that
 * has content, or an empty string.
 */
export function referenceAnswer(expectedMessages: readonly Message[]): string {
  const last = expectedMessages.findLast(
    (message) => message.role === 'assistant' && message.content !== undefined && message.content !== null,
  );
  return messageText(last?.content);
}

/** Guideline files as the block that stands before a prompt; empty when there are none. */
export function guidelinesBlock(guidelines: string): string {
  return guidelines === '' ? '' : `<guidelines>\n${guidelines}\n</guidelines>`;
}

/**
 * Messages without the absolute paths of their files, for what is kept or compared: a moved
 * checkout gives the same, and nothing tells about the machine. The references stay as written.
 */
export function withoutPaths(messages: readonly Message[]): readonly Message[] {
  return fileParts(messages).some(({ path }) => path !== undefined) ? withFileParts(messages, withoutPath) : messages;
}

function withoutPath(part: FilePart): FilePart {
  const { path: _, ...rest } = part;
  return rest;
}

/** The messages with something else in the place of each of their files. */
export function withFileParts(messages: readonly Message[], change: (part: FilePart) => FilePart): readonly Message[] {
  if (!messages.some(isInParts)) return messages;
  return messages.map((message) => {
    const { content } = message;
    if (!content || typeof content === 'string' || !isPartList(content)) return message;
    return content.some(({ type }) => type === 'file') ? { ...message, content: content.map((part) => (part.type === 'file' ? change(part) : part)) } : message;
  });
}

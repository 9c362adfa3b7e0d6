import { messageText, type Message, type ToolCall } from '@assay/schema';
import { hasAttachment, isAttachment } from './content-pieces.js';

/** Why a model that is given nothing but text cannot be asked, and what to do. */
export interface NotText {
  readonly message: string;
  readonly hint: string;
}

/** What of messages is no text, for models that are given nothing else: its mere name would have them answer about what they never saw. */
export function notText(messages: readonly Message[]): NotText | undefined {
  const [file] = messages.flatMap(({ content }) => (hasAttachment(content) ? content.filter(isAttachment) : []));
  if (!file) return undefined;
  return {
    message: `cannot send the file ${file.value} (${file.mediaType ?? 'unknown'}): the model is given text only`,
    hint: 'ask a target that takes images and PDF files (format: chat, where its API has that), or take the file out of the case',
  };
}

/** A call in a line of its own, with its answer where it carries one. */
function callLines({ tool, input, output }: ToolCall): string {
  const call = `[tool call] ${tool}(${JSON.stringify(input ?? {})})`;
  return output === undefined ? call : `${call}\n[tool result] ${typeof output === 'string' ? output : JSON.stringify(output)}`;
}

/** What a message says and the tools that it calls, as text. */
export function textWithCalls({ content, toolCalls = [] }: Message): string {
  return [messageText(content), ...toolCalls.map(callLines)].filter((text) => text !== '').join('\n');
}

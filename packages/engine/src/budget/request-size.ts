import { messageText, type GenerateRequest } from '@assay/schema';
import type { RequestSize } from './request-estimate.js';

/**
 * How large a request is, with all that is sent besides its messages.
 * @param systemPrompt what the target puts before it.
 */
export function requestSize(
  { messages, tools, responseFormat, maxTokens }: Pick<GenerateRequest, 'messages' | 'tools' | 'responseFormat' | 'maxTokens'>,
  systemPrompt = '',
): RequestSize {
  let bytes = Buffer.byteLength(systemPrompt);
  for (const { content, toolCalls } of messages) {
    bytes += Buffer.byteLength(messageText(content));
    if (toolCalls && toolCalls.length > 0) bytes += Buffer.byteLength(JSON.stringify(toolCalls));
  }
  if (tools) bytes += Buffer.byteLength(JSON.stringify(tools));
  if (responseFormat) bytes += Buffer.byteLength(JSON.stringify(responseFormat));
  return { bytes, messages: messages.length, maxTokens };
}

import type { Message } from '@assay/schema';
import { notText, textWithCalls } from '../conversation/text-turns.js';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import type { ChatOptions } from './chat-options.js';

const NAMES = { system: '', user: 'User: ', assistant: 'Assistant: ', tool: 'Tool: ' };

/**
 * A conversation as the one text that the older format takes.
 * @throws ProviderError (bad_request) for an attachment: it has no place in a text.
 */
export function completionPrompt(messages: readonly Message[], format: ChatOptions['prompt_format'], context: CallContext): string {
  const refused = notText(messages);
  if (refused) throw apiError(refused.message, context, { kind: 'bad_request', hint: refused.hint });
  if (format === 'raw') return messages.map(textWithCalls).join('\n\n');
  const turns = messages.map((message) => `${NAMES[message.role]}${textWithCalls(message)}`);
  return `${turns.join('\n\n')}\n\nAssistant:`;
}

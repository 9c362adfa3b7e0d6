import { isJsonObject, type Message, type MessageContent } from '@assay/schema';

/** A part of a message as the APIs of models write it: the text stands under `text`. */
function isOfApis(part: unknown): part is { readonly type: 'text'; readonly text: string } {
  return isJsonObject(part) && part['type'] === 'text' && part['value'] === undefined && typeof part['text'] === 'string';
}

function hasApiParts({ content }: Message): boolean {
  return Array.isArray(content) && content.some(isOfApis);
}

/** Whether all parts of messages are written as they are here. */
export function hasOwnParts(messages: readonly Message[]): boolean {
  return !messages.some(hasApiParts);
}

/** Messages whose texts stand under `value`, as adapters pass on those of an API as they came: evaluators and rows know no other form. */
export function ownParts(messages: readonly Message[]): readonly Message[] {
  if (hasOwnParts(messages)) return messages;
  return messages.map((message) => {
    if (!hasApiParts(message)) return message;
    const parts = message.content as readonly unknown[];
    return { ...message, content: parts.map((part) => (isOfApis(part) ? { type: 'text', value: part.text } : part)) as MessageContent };
  });
}

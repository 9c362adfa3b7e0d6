import {
  BLUEPRINT_ALIASES,
  describeKind,
  isJsonObject,
  type JsonObject,
  type Message,
  type NormalizeContext,
  pickKey,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { fieldName } from '../../../messages/field-name.js';
import { readMessages } from '../../../messages/messages.js';

const ROLE_KEYS: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'ai', 'tool']);

function roleOf(key: unknown): unknown {
  return key === 'ai' ? 'assistant' : key;
}

/** The role that a message in the short form has as its key: `- user: …`. */
function shortRole(context: NormalizeContext, raw: JsonObject, path: ValuePath): string | undefined {
  if (raw['role'] !== undefined || raw['content'] !== undefined) return undefined;
  const [role, another] = Object.keys(raw).filter((key) => ROLE_KEYS.has(key));
  if (another === undefined) return role;
  reportError(context, path, `${fieldName(path)} has two roles, ${role} and ${another}`, { hint: 'start a new message with - for each role' });
  return role;
}

/** A message in the long form, whose content may still be anything. */
function expand(context: NormalizeContext, raw: unknown, path: ValuePath): { message: unknown; key: string } {
  if (!isJsonObject(raw)) return { message: raw, key: 'content' };
  const short = shortRole(context, raw, path);
  if (short === undefined) return { message: raw['role'] === 'ai' ? { ...raw, role: 'assistant' } : raw, key: 'content' };
  const { [short]: content = null, ...rest } = raw;
  return { message: { ...rest, role: roleOf(short), content }, key: short };
}

function isBlank(content: unknown): boolean {
  return (typeof content === 'string' && content.trim() === '') || (Array.isArray(content) && content.length === 0);
}

/** Only an assistant may have nothing to say: when it calls tools, or with null for a turn to be generated. */
function checkContent(context: NormalizeContext, message: unknown, path: ValuePath): void {
  if (!isJsonObject(message) || !isBlank(message['content']) || message['tool_calls'] !== undefined) return;
  const hint = message['role'] === 'assistant' ? 'write null for a turn that is to be generated' : 'write the text of the message';
  reportError(context, [...path, 'content'], `${fieldName(path)} must not be empty`, { hint });
}

/** The `messages` of a prompt, in the long form (role and content) or the short one (`user: …`). */
function readConversation(context: NormalizeContext, raw: unknown, path: ValuePath): readonly Message[] {
  if (!Array.isArray(raw) || raw.length === 0) {
    const what = Array.isArray(raw) ? 'must hold at least one message' : `must be a list, not ${describeKind(raw)}`;
    reportError(context, path, `messages ${what}`, { hint: 'write - user: …, or - role: user and content: …' });
    return [];
  }
  const expanded = raw.map((item: unknown, index) => expand(context, item, [...path, index]));
  // The content of a message in the short form stands under its role.
  const written = (at: ValuePath): ValuePath => {
    const index = at[path.length];
    const key = typeof index === 'number' && at[path.length + 1] === 'content' ? expanded[index]?.key : undefined;
    return key === undefined ? at : [...at.slice(0, path.length + 1), key, ...at.slice(path.length + 2)];
  };
  const own: NormalizeContext = { ...context, locate: (at, which) => context.locate(written(at), which) };
  expanded.forEach(({ message }, index) => checkContent(own, message, [...path, index]));
  return readMessages(
    own,
    expanded.map(({ message }) => message),
    path,
  );
}

/**
 * What a prompt asks: the text under `prompt`, or the conversation under `messages`. Undefined when
 * it has neither. Reports a prompt that has both.
 */
export function readPromptMessages(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly Message[] | undefined {
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.prompt);
  const { messages } = raw;
  const hasMessages = messages !== undefined && messages !== null;
  if (key !== undefined && hasMessages) {
    reportError(context, [...path, 'messages'], `a prompt has either ${key} or messages, but this one has both`, {
      which: 'key',
      hint: `remove one of them; with messages, what is asked last stands in the list`,
      related: { message: `${key} is here`, path: [...path, key] },
    });
    return [];
  }
  if (hasMessages) return readConversation(context, messages, [...path, 'messages']);
  if (key === undefined) return undefined;
  const text = raw[key];
  if (typeof text === 'string' && text.trim() !== '') return [{ role: 'user', content: text }];
  const what = typeof text === 'string' ? 'must not be empty' : `must be a text, not ${describeKind(text)}`;
  reportError(context, [...path, key], `${key} ${what}`, {
    hint: typeof text === 'number' || typeof text === 'boolean' ? `put it in quotes: ${key}: "${context.writtenAt?.([...path, key]) ?? String(text)}"` : 'write what the model is asked; a conversation stands under messages',
  });
  return [];
}

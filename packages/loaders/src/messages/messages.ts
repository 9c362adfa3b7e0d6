import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  type Message,
  nearestMatch,
  type NormalizeContext,
  reportError,
  reportWarning,
  type Role,
  ROLES,
  type ValuePath,
} from '@assay/schema';
import { readContent } from './content.js';
import { fieldName } from './field-name.js';
import { AnsweredCalls } from './answered-calls.js';
import { readToolCalls } from './tool-calls.js';

const KEYS: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', 'name', 'tool_call_id', 'generated']);

const HINTS: Readonly<Record<string, string>> = {
  text: 'write the text under content',
  value: 'write the text under content',
  toolCalls: 'write it as tool_calls',
  toolCallId: 'write it as tool_call_id',
};

function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

/** What others call the roles. */
const OTHER_NAMES: ReadonlyMap<string, Role> = new Map([
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['gpt', 'assistant'],
  ['model', 'assistant'],
  ['human', 'user'],
  ['developer', 'system'],
  ['function', 'tool'],
]);

/** The role that a name is meant as; undefined for none. */
function meantRole(name: string): string | undefined {
  return OTHER_NAMES.get(name.toLowerCase()) ?? nearestMatch(name, ROLES);
}

/** What to write where there is no role: a key that is one, or nearly, has the text of the message with it. */
function roleHint(raw: Readonly<Record<string, unknown>>): string {
  const key = raw['content'] === undefined ? Object.keys(raw).find((name) => meantRole(name) !== undefined) : undefined;
  return key === undefined ? 'add role: user' : `write role: ${meantRole(key) ?? ''} and content: …, in place of ${key}`;
}

function readRole(context: NormalizeContext, raw: Readonly<Record<string, unknown>>, path: ValuePath): Role | undefined {
  const value = raw['role'];
  if (isRole(value)) return value;
  const nearest = typeof value === 'string' ? meantRole(value) : undefined;
  const field = fieldName(path);
  if (value === undefined || value === null) {
    reportError(context, path, `${field} has no role; allowed: ${ROLES.join(', ')}`, { hint: roleHint(raw) });
  } else {
    reportError(context, [...path, 'role'], `${field}.role must be one of ${ROLES.join(', ')}, not ${describeValue(value)}`, {
      hint: nearest ? `did you mean ${nearest}?` : `use one of ${ROLES.join(', ')}`,
    });
  }
  return undefined;
}

/** True for the shape that nearly all messages have, so that streams of millions pay for nothing else. */
function isPlainMessage(raw: object): raw is { readonly role: Role; readonly content: string } {
  let keys = 0;
  for (const key in raw) {
    if (key !== 'role' && key !== 'content') return false;
    keys += 1;
  }
  if (keys !== 2) return false;
  const { role, content } = raw as { role: unknown; content: unknown };
  return typeof content === 'string' && isRole(role);
}

/** Optional parts of a message that are checked alike for every role. */
function readExtras(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  role: Role | undefined,
): Pick<Message, 'toolCalls' | 'name' | 'toolCallId' | 'generated'> {
  const { tool_calls: calls, name, tool_call_id: answered, generated } = raw;
  const hasCalls = calls !== undefined && calls !== null;
  if (hasCalls && role !== undefined && role !== 'assistant') {
    reportWarning(context, [...path, 'tool_calls'], `tool_calls belong to assistant messages, not to role ${role}`, {
      code: 'misplaced-key',
      which: 'key',
      hint: 'move them to the assistant message that makes the calls',
    });
  }
  if (name !== undefined && typeof name !== 'string') {
    reportError(context, [...path, 'name'], `${fieldName(path)}.name must be a string, not ${describeKind(name)}`);
  }
  if (answered !== undefined && typeof answered !== 'string') {
    reportError(context, [...path, 'tool_call_id'], `${fieldName(path)}.tool_call_id must be a string, not ${describeKind(answered)}`);
  } else if (answered !== undefined && role !== undefined && role !== 'tool') {
    reportWarning(context, [...path, 'tool_call_id'], `tool_call_id belongs to tool messages, not to role ${role}`, {
      code: 'misplaced-key',
      which: 'key',
      hint: 'write the result of a call as a message with role: tool',
    });
  }
  if (generated !== undefined && typeof generated !== 'boolean') {
    reportError(context, [...path, 'generated'], `${fieldName(path)}.generated must be true or false, not ${describeKind(generated)}`);
  }
  return {
    ...(hasCalls ? { toolCalls: readToolCalls(context, calls, [...path, 'tool_calls']) } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof answered === 'string' && role === 'tool' ? { toolCallId: answered } : {}),
    ...(typeof generated === 'boolean' ? { generated } : {}),
  };
}

function readMessage(context: NormalizeContext, raw: unknown, path: ValuePath): Message | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `${fieldName(path)} must be a message (a mapping with role and content), not ${describeKind(raw)}`, {
      hint: 'write - role: user and content: …',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS, { hints: HINTS });
  const role = readRole(context, raw, path);
  const extras = readExtras(context, raw, path, role);
  const written = raw['content'];
  if (role === undefined) return undefined;
  if (written === undefined) {
    if (extras.toolCalls) return { role, ...extras };
    reportError(context, path, `${fieldName(path)} has no content`, { hint: 'add content: …' });
    return undefined;
  }
  if (written === null && role === 'assistant') return { role, content: null, ...extras };
  const content = readContent(context, written, [...path, 'content']);
  return content === undefined ? undefined : { role, content, ...extras };
}

/**
 * A list of messages. The caller has made sure that it is a list.
 * @param use `expected`: they go on from others, whose calls they may answer.
 */
export function readMessages(
  context: NormalizeContext,
  raw: readonly unknown[],
  path: ValuePath,
  use: 'sent' | 'expected' = 'sent',
): readonly Message[] {
  const messages: Message[] = [];
  let calls: AnsweredCalls | undefined;
  for (let index = 0; index < raw.length; index++) {
    const item = raw[index];
    if (typeof item === 'object' && item !== null && isPlainMessage(item)) {
      messages.push({ role: item.role, content: item.content });
      continue;
    }
    const message = readMessage(context, item, [...path, index]);
    if (!message) continue;
    messages.push(message);
    if (use === 'expected' || (message.toolCalls === undefined && message.role !== 'tool')) continue;
    calls ??= new AnsweredCalls(context);
    calls.take(message, [...path, index]);
  }
  return messages;
}

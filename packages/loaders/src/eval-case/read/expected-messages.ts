import {
  describeKind,
  EVAL_CASE_ALIASES,
  isJsonObject,
  type JsonValue,
  type Message,
  type NormalizeContext,
  pickKey,
  reportError,
  reportWarning,
  ROLES,
  type ValuePath,
} from '@assay/schema';
import { keptDigits } from '../../fields/kept-digits.js';
import { readMessages } from '../../messages/messages.js';

function expand(value: unknown): unknown {
  const isContent = typeof value === 'string' || isJsonObject(value) || (Array.isArray(value) && !looksLikeMessages(value));
  return isContent ? [{ role: 'assistant', content: value }] : value;
}

function isRole(value: unknown): boolean {
  return (ROLES as readonly unknown[]).includes(value);
}

/** A list in which anything could be a message is meant as one; other lists are data. */
function looksLikeMessages(list: readonly unknown[]): boolean {
  return list.length === 0 || list.some((item) => isJsonObject(item) && (isRole(item['role']) || 'content' in item || 'tool_calls' in item));
}

function looksLikeMessage(value: Readonly<Record<string, unknown>>): boolean {
  return isRole(value['role']) && ('content' in value || 'tool_calls' in value);
}

/**
 * The conversation that would be right: `expected_messages`, a list; or `expected_output`, a list of
 * messages, the text of one assistant message, or its structured content: a mapping, or any other list.
 */
export function readExpectedMessages(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
): readonly Message[] {
  const { expected_messages: long, expected_output: short } = raw;
  if (long === undefined && short === undefined) return [];
  const key = pickKey(context, raw, path, EVAL_CASE_ALIASES.expected, expand);
  if (key === undefined) return [];
  const value = raw[key];
  const fieldPath = [...path, key];
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return key === 'expected_output' && !looksLikeMessages(list) ? [{ role: 'assistant', content: keptDigits(list, fieldPath, context.writtenAt) }] : readMessages(context, list, fieldPath, 'expected');
  }
  if (key === 'expected_output') {
    if (typeof value === 'string') return [{ role: 'assistant', content: value }];
    if (isJsonObject(value)) {
      if (looksLikeMessage(value)) {
        reportWarning(context, fieldPath, 'expected_output looks like a message but is read as structured output', {
          code: 'message-not-in-list',
          which: 'key',
          hint: 'put it in a list to make it a message',
        });
      }
      return [{ role: 'assistant', content: keptDigits(value, fieldPath, context.writtenAt) }];
    }
  }
  const expected = key === 'expected_output' ? 'a string, a mapping or a list' : 'a list of messages';
  reportError(context, fieldPath, `${key} must be ${expected}, not ${describeKind(value)}`, {
    hint:
      typeof value === 'number' || typeof value === 'boolean'
        ? `put it in quotes: expected_output: "${context.writtenAt?.(fieldPath) ?? String(value)}"`
        : 'use expected_output for a text or a mapping',
  });
  return [];
}

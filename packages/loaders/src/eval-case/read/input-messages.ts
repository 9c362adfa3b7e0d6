import { describeKind, EVAL_CASE_ALIASES, isJsonObject, type Message, type NormalizeContext, pickKey, reportError, type ValuePath } from '@assay/schema';
import { keptDigits } from '../../fields/kept-digits.js';
import { readMessages } from '../../messages/messages.js';

function expand(value: unknown): unknown {
  return typeof value === 'string' ? [{ role: 'user', content: value }] : value;
}

/**
 * The conversation that the target gets: `input_messages`, a list; or `input`, a list or the text
 * of one user message. Undefined when there is neither.
 */
export function readInputMessages(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
): readonly Message[] | undefined {
  const { input_messages: long, input: short } = raw;
  // Only one spelling in nearly all files: looking for others costs more than reading the field.
  const key =
    short === undefined ? 'input_messages' : long === undefined ? 'input' : pickKey(context, raw, path, EVAL_CASE_ALIASES.input, expand);
  const value = key === 'input' ? short : long;
  if (key === undefined || value === undefined || value === null) return undefined;
  if (key === 'input' && typeof value === 'string') {
    if (value.trim() !== '') return [{ role: 'user', content: value }];
    reportError(context, [...path, key], 'input must not be empty', { hint: 'write what the target is asked' });
    return [];
  }
  if (key === 'input' && isJsonObject(value)) {
    // A message alone, or data that is one.
    return 'role' in value ? readMessages(context, [value], [...path, key]) : [{ role: 'user', content: keptDigits(value, [...path, key], context.writtenAt) }];
  }
  if (!Array.isArray(value)) {
    const expected = key === 'input' ? 'a string or a list of messages' : 'a list of messages';
    reportError(context, [...path, key], `${key} must be ${expected}, not ${describeKind(value)}`, {
      hint:
        key === 'input' && (typeof value === 'number' || typeof value === 'boolean')
          ? `put it in quotes: input: "${context.writtenAt?.([...path, key]) ?? String(value)}"`
          : 'write input: "…" for a single user message, or a list of messages with role and content',
    });
    return [];
  }
  if (value.length === 0) {
    reportError(context, [...path, key], `${key} must hold at least one message`, {
      hint: 'add - role: user and content: …',
    });
  }
  return readMessages(context, value, [...path, key]);
}

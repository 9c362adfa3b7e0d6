import { isJsonObject, nearestMatch, normalizeToolCall, ROLES, type JsonObject, type JsonValue } from '@assay/schema';
import { isRecordedReply } from '../replies/recorded-reply.js';
import { fieldProblems, REPLY_FIELDS, valueText, TEXT, type Field } from '../replies/reply-fields.js';

const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 1;

function isMatch(value: JsonValue): boolean {
  const texts = Array.isArray(value) ? value : [value];
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '');
}

const FIELDS: Readonly<Record<string, Field>> = {
  id: { allowed: (value) => typeof value === 'string' || typeof value === 'number', must: 'a text or a number' },
  match: { allowed: isMatch, must: 'a text or a list of texts' },
  suite: TEXT,
  repeat: { allowed: isCount, must: 'a whole number >= 1' },
  turn: { allowed: isCount, must: 'a whole number >= 1' },
  ...REPLY_FIELDS,
};

function callProblems(calls: JsonValue | undefined, where: string): readonly string[] {
  if (!Array.isArray(calls)) return calls === undefined || calls === null ? [] : [`${where} must be a list of tool calls, not ${valueText(calls)}`];
  return calls.flatMap((call, index) => (normalizeToolCall(call) ? [] : [`${where}[${index}] is a tool call without a name: ${valueText(call)}`]));
}

function messageProblems(message: JsonValue, where: string): readonly string[] {
  if (!isJsonObject(message)) return [`${where} must be a message, e.g. {"role": "assistant", "content": "…"}, not ${valueText(message)}`];
  const role = message['role'] ?? 'assistant';
  if (!ROLES.some((known) => known === role)) return [`${where} has the unknown role ${valueText(role)}; roles are ${ROLES.join(', ')}`];
  return callProblems(message['tool_calls'], `${where}.tool_calls`);
}

/** What is wrong with a row of a recording, in words; nothing when it can be used. */
export function rowProblems(row: JsonObject): readonly string[] {
  const wrong = fieldProblems(row, FIELDS);
  if (wrong.length > 0) return wrong;
  const { id, match } = row;
  if ((id === undefined || id === null) && (match === undefined || match === null)) {
    return ['a row needs an id, or match with texts of the prompt'];
  }
  if (!isRecordedReply(row)) return ['a row needs text, output_messages or tool_calls'];
  const messages = Array.isArray(row['output_messages']) ? row['output_messages'] : [];
  return [
    ...messages.flatMap((message, index) => messageProblems(message, `output_messages[${index}]`)),
    ...callProblems(row['tool_calls'], 'tool_calls'),
  ];
}

/** Keys of a row that are probably mistyped, with what was probably meant. Others may stand there for other tools. */
export function mistypedKeys(row: JsonObject): readonly (readonly [written: string, meant: string])[] {
  const known = Object.keys(FIELDS);
  return Object.keys(row).flatMap((key) => {
    if (Object.hasOwn(FIELDS, key)) return [];
    const meant = nearestMatch(key, known);
    return meant === undefined ? [] : [[key, meant] as const];
  });
}

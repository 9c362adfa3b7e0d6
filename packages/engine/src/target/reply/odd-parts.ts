import { describeValue, isJsonObject, ROLES, type FinishReason, type ProviderResponse } from '@assay/schema';
import { withoutForm } from './without-form.js';

/** What is wrong with an item at a place of a reply, to go on after "a reply with"; undefined for nothing. */
type Look = (item: unknown, place: string) => string | undefined;

function cannotBe(place: string, allowed: string, value: unknown): string {
  return `${place} that cannot be: it has to be ${allowed}, not ${describeValue(value)}`;
}

/**
 * The first thing that is wrong in a list. One that is absent is left to who reads it.
 * @param isUsual whether nothing is wrong with an item, seen without the names of places: nearly all are such, and each reply is looked at.
 */
function oddIn(list: unknown, place: string, look: Look, isUsual: (item: unknown) => boolean = () => false): string | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) return cannotBe(place, 'a list', list);
  for (let index = 0; index < list.length; index += 1) {
    const item: unknown = list[index];
    if (isUsual(item)) continue;
    const odd = look(item, `${place}[${index}]`);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

/** A text, where it is given. */
const oddText: Look = (value, place) => (value === undefined || value === null || typeof value === 'string' ? undefined : cannotBe(place, 'a text', value));

/** A value that a row can hold as it is. */
const oddData: Look = (value, place) => {
  const why = withoutForm(value, place);
  return why && `${place} that cannot be: it has to be a value that JSON has a form for, and ${why}`;
};

const oddCall: Look = (call, place) => {
  if (!isJsonObject(call)) return cannotBe(place, 'an object', call);
  if (typeof call['tool'] !== 'string') return cannotBe(`${place}.tool`, 'a text', call['tool']);
  return oddText(call['id'], `${place}.id`) ?? oddData(call['input'], `${place}.input`) ?? oddData(call['output'], `${place}.output`);
};

const CONTENT = 'a text, a list or an object';

/** A content that can be written. What an object says itself that is written of it may be a number, or nothing, which no row can be read back with. */
const oddContent: Look = (content, place) => {
  if (content !== undefined && typeof content !== 'string' && typeof content !== 'object') return cannotBe(place, CONTENT, content);
  const odd = oddData(content, place);
  if (odd !== undefined || !isJsonObject(content) || (Object.getPrototypeOf(content) === Object.prototype && !('toJSON' in content))) return odd;
  const json = JSON.stringify(content) as string | undefined;
  const written: unknown = json === undefined ? undefined : JSON.parse(json);
  return typeof written === 'string' || typeof written === 'object' ? undefined : cannotBe(place, CONTENT, written);
};

const oddMessage: Look = (message, place) => {
  if (!isJsonObject(message)) return cannotBe(place, 'an object', message);
  const { role, content } = message;
  if (!ROLES.some((one) => one === role)) return cannotBe(`${place}.role`, `${ROLES.slice(0, -1).join(', ')} or ${ROLES.at(-1)}`, role);
  return oddContent(content, `${place}.content`) ?? oddText(message['name'], `${place}.name`) ?? oddText(message['toolCallId'], `${place}.toolCallId`) ?? oddIn(message['toolCalls'], `${place}.toolCalls`, oddCall);
};

/** One with a role and a text, and nothing else that could be wrong. */
function isUsualMessage(message: unknown): boolean {
  if (!isJsonObject(message)) return false;
  const { role, content, name, toolCallId, toolCalls } = message;
  return typeof content === 'string' && name === undefined && toolCallId === undefined && toolCalls === undefined && ROLES.includes(role as (typeof ROLES)[number]);
}

const oddWarning: Look = (warning, place) => (typeof warning === 'string' ? undefined : cannotBe(place, 'a text', warning));

const FINISH_REASONS = Object.keys({ stop: true, length: true, tool_calls: true, filter: true, refusal: true, other: true } satisfies Record<FinishReason, true>);
const FINISH_REASON = `${FINISH_REASONS.slice(0, -1).join(', ')} or ${FINISH_REASONS.at(-1)}`;

/** Each API has words of its own for it: what is taken for none could be a reply that was cut off, or held back. */
function oddReason(reason: unknown): string | undefined {
  return reason === undefined || reason === null || FINISH_REASONS.includes(String(reason)) ? undefined : cannotBe('finishReason', FINISH_REASON, reason);
}

/** What is wrong with the tool calls, messages, warnings or the end of a reply, to go on after "a reply with"; undefined for nothing. */
export function oddParts({ toolCalls, messages, warnings, finishReason }: Pick<Partial<ProviderResponse>, 'toolCalls' | 'messages' | 'warnings' | 'finishReason'>): string | undefined {
  return oddIn(toolCalls, 'toolCalls', oddCall) ?? oddIn(messages, 'messages', oddMessage, isUsualMessage) ?? oddIn(warnings, 'warnings', oddWarning) ?? oddReason(finishReason);
}

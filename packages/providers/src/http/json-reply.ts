import { parseJson } from '@assay/schema';
import { apiError, badReply, type CallContext } from './errors/api-error.js';

/** What servers send in place of JSON, by its first letters. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype|html|head|body)\b/iu, 'a page of HTML, not JSON: perhaps of a login, a proxy or another address'],
  [/^\s*<\?xml\b/iu, 'XML, not JSON'],
  [/^\s*(?:data|event|id|retry)?:/u, 'a stream of events, though one piece of JSON was asked for'],
];

/** What a reply is that is no JSON; undefined for one that only looks like it. */
export function otherKind(text: string): string | undefined {
  return OTHER_KINDS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Whether JSON is right as far as it goes, and ends in the middle. */
function isCutOff(text: string, { message }: SyntaxError): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  const position = /at position (\d+)/u.exec(message)?.[1];
  return /^Unterminated string|^Unexpected end/u.test(message) || Number(position) === text.length;
}

/** A body without a length, as HTTP/1.0 has them, ends where the connection does: nothing but its JSON tells that there was more. */
function cutOff(text: string, context: CallContext, cause: unknown): Error {
  return apiError(`the reply ends in the middle of its JSON, after ${text.length} characters`, context, {
    kind: 'bad_reply',
    retryable: true,
    hint: `perhaps ${context.host}, or a proxy before it, closes connections early: see its log, and its limits for the time and the size of a reply`,
    cause,
  });
}

/**
 * The body of a reply as JSON, whatever the server calls it.
 * @throws ProviderError for one that is empty, of another kind or cut off; SyntaxError, JsonBoundsError for one that cannot be read.
 */
export function jsonReply(text: string, context: CallContext): unknown {
  if (text.trim() === '') throw badReply('the reply is empty', context);
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const kind = otherKind(text);
    if (kind !== undefined) throw badReply(`the reply is ${kind}`, context, error);
    throw isCutOff(text, error) ? cutOff(text, context, error) : error;
  }
}

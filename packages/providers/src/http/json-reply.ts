import { parseJson } from '@assay/schema';
import { badReply, type CallContext } from './errors/api-error.js';

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

/**
 * The body of a reply as JSON, whatever the server calls it.
 * @throws ProviderError for one that is empty or of another kind; SyntaxError, JsonBoundsError for one that cannot be read.
 */
export function jsonReply(text: string, context: CallContext): unknown {
  if (text.trim() === '') throw badReply('the reply is empty', context);
  try {
    return parseJson(text);
  } catch (error) {
    const kind = error instanceof SyntaxError ? otherKind(text) : undefined;
    throw kind === undefined ? error : badReply(`the reply is ${kind}`, context, error);
  }
}

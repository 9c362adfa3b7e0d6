import { parseStrictJson } from './parse-json.js';
import type { Sources } from './sources.js';

const OPENED = /^\s*<(think|thinking)>/iu;
const CLOSED = /<\/(?:think|thinking)>/giu;
/** Most closing tags that are tried. */
const MOST_ENDS = 20;

/**
 * The reply without the thoughts that reasoning models put before it in `<think>` tags: drafts in
 * them are no answers. The last closing tag ends them, so that a quoted one does not, unless what
 * follows an earlier one is JSON to its end, with the later ones in its strings. Some models leave
 * out the opening tag; what stands before the closing one is then dropped only if it cannot hold an
 * answer. Undefined when the thoughts never end, also when the tag that seems to end them is repeated,
 * with what follows it, from what the judge was shown.
 */
export function withoutThoughts(reply: string, sources: Sources): string | undefined {
  const closes = [...reply.matchAll(CLOSED)];
  const rests = closes.map(({ 0: tag, index }) => ({ rest: reply.slice(index + tag.length), index }));
  const end = rests.slice(0, MOST_ENDS).find(({ rest }) => parseStrictJson(rest) !== undefined) ?? rests.at(-1);
  const isRepeated = end !== undefined && end.rest.trim() !== '' && sources.hold(reply.slice(end.index));
  if (OPENED.test(reply)) return end && !isRepeated ? end.rest : undefined;
  if (!end || isRepeated || /\{|<classification/iu.test(reply.slice(0, end.index))) return reply;
  return end.rest;
}

import { parseStrictJson } from '../json/parse-json.js';
import type { Sources } from './sources.js';
import { wholeJson } from '../json/whole-json.js';

interface ThoughtMarks {
  /** How a reply begins that thinks first. */
  readonly opened: RegExp;
  readonly closed: RegExp;
}

const CHANNEL_CLOSED = /<\|channel\|>final<\|message\|>/giu;

/** How models mark their thoughts, where a server does not take them out. */
const MARKS: readonly ThoughtMarks[] = [
  { opened: /^\s*<think(?:ing)?>/iu, closed: /<\/think(?:ing)?>/giu },
  { opened: /^\s*<seed:think>/iu, closed: /<\/seed:think>/giu },
  { opened: /^\s*<(?:thoughts?|analysis|scratchpad)>/iu, closed: /<\/(?:thoughts?|analysis|scratchpad)>/giu },
  { opened: /^\s*\[THINK\]/u, closed: /\[\/THINK\]/gu },
  { opened: /^\s*◁think▷/u, closed: /◁\/think▷/gu },
  { opened: /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)/u, closed: CHANNEL_CLOSED },
];
/** Marks that close thoughts of which the beginning stood in the prompt. */
const UNOPENED = /<\/(?:think(?:ing)?|seed:think)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/giu;

/** What may be an answer rather than a thought. */
const ANSWER = /\{|<classification|^[\s>*_#\d.)-]{0,20}(?:final )?classification[*_]{0,3}\s*[:=：]/imu;

/** Most closing tags that are tried. */
const MOST_ENDS = 20;

/**
 * The reply without the thoughts that reasoning models put before it, in `<think>` tags for instance:
 * drafts in them are no answers. The last closing tag ends them, so that a quoted one does not, unless
 * what follows an earlier one is JSON to its end, with the later ones in its strings. Some models leave
 * out the opening tag; where the judge was shown such a tag, and may quote it, what stands before it is
 * then dropped only if it cannot hold an answer. Undefined when the thoughts never end, also when the
 * tag that seems to end them is repeated, with what follows it, from what the judge was shown.
 */
export function withoutThoughts(reply: string, sources: Sources): string | undefined {
  const opening = MARKS.find(({ opened }) => opened.test(reply));
  const closes = [...reply.matchAll(opening?.closed ?? UNOPENED)];
  if (!opening && (closes.length === 0 || wholeJson(reply.trim()))) return reply;
  const rests = closes.map(({ 0: tag, index }) => ({ tag, rest: reply.slice(index + tag.length), index }));
  const end = rests.slice(0, MOST_ENDS).find(({ rest }) => parseStrictJson(rest) !== undefined) ?? rests.at(-1);
  const isRepeated = end !== undefined && end.rest.trim() !== '' && sources.hold(reply.slice(end.index));
  if (opening) return end && !isRepeated ? end.rest : undefined;
  if (!end || isRepeated) return reply;
  return sources.holdLiterally(end.tag) && ANSWER.test(reply.slice(0, end.index)) ? reply : end.rest;
}

import { bracketEnds, isTextDeeper, JsonDepthError, JsonNumberError, MAX_JSON_DEPTH, parseJson, type JsonObject } from '@assay/schema';
import { isRecordedReply } from './recorded-reply.js';

/** A reply in JSON with what stood around it. */
export interface FoundReply {
  readonly value: JsonObject;
  /** First line outside of the reply that is not blank; undefined when there is none. */
  readonly other: string | undefined;
}

/** Letters that are parsed in vain for each letter of the text, and for a short one. */
const EFFORT = 8;
const LEAST_EFFORT = 1_000_000;
/** What an attempt in vain takes besides its letters, in letters: the error that it ends with. */
const ATTEMPT = 256;

/** What begins like a reply in JSON: an object on a line of its own, or a key that answers hardly have. */
const MEANT = /"(?:output_messages|token_usage)"\s*:|^[ \t]*\{\s*"(?:text|tool_calls)"\s*:/mu;

/** Whether a text looks like a reply in JSON, complete or not. */
export function looksLikeReply(text: string): boolean {
  return MEANT.test(text);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** @throws JsonNumberError for a reply with a number that is too large: what it says is no text. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonNumberError && isRecordedReply(JSON.parse(text))) throw error;
    return undefined;
  }
}

/** What looks like an object that fills whole lines: from a brace that begins a line to one that ends another, in order. */
function objectsOnLines(text: string): readonly Place[] {
  const endOf = bracketEnds(text, { opening: '{', oneLineTexts: true });
  const places: Place[] = [];
  for (const { index, 0: indent } of text.matchAll(/^[ \t]*(?=\{\s*["}])/gmu)) {
    const end = endOf(index + indent.length);
    if (end === undefined) continue;
    const newline = text.indexOf('\n', end);
    const after = newline === -1 ? text.length : newline + 1;
    if (text.slice(end, after).trim() === '') places.push({ start: index, end: after });
  }
  return places;
}

/**
 * The last place that holds a reply and stands in no other object. Undefined where a later one was meant as the reply and cannot be read:
 * what stands before it may be a part of the answer, or a thought.
 */
function lastReply(text: string): (Place & { readonly value: JsonObject }) | undefined {
  const places = objectsOnLines(text);
  /** By place: how many places stand in it, and itself. */
  const sizes = places.map(() => 1);
  for (let index = places.length - 1; index >= 0; index -= 1) {
    let next = index + 1;
    while ((places[next]?.start ?? Number.POSITIVE_INFINITY) < (places[index]?.end ?? 0)) next += sizes[next] ?? 1;
    sizes[index] = next - index;
  }
  let effort = Math.max(LEAST_EFFORT, EFFORT * text.length);
  const left: number[] = [];
  /** The outermost places of a range, the last one on top. */
  function open(from: number, to: number): void {
    for (let index = from; index < to; index += sizes[index] ?? 1) left.push(index);
  }
  open(0, places.length);
  for (let index = left.pop(); index !== undefined && effort > 0; index = left.pop()) {
    const place = places[index];
    if (!place) continue;
    const written = text.slice(place.start, place.end);
    const value = parsed(written);
    if (isRecordedReply(value)) return { ...place, value };
    if (value !== undefined) continue;
    if (looksLikeReply(written)) return undefined;
    effort -= place.end - place.start + ATTEMPT;
    open(index + 1, index + (sizes[index] ?? 1));
  }
  return undefined;
}

function firstLine(text: string): string | undefined {
  return text
    .split('\n', 1_000)
    .map((line) => line.trim())
    .find((line) => line !== '');
}

/** True for what stands in a fenced block: that is part of an answer in Markdown. */
function isFenced(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return /^[ \t]*(?:```|~~~)/u.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** True for what is one object from its first to its last letter, by its brackets. */
function isOneObject(output: string): boolean {
  const start = output.search(/\S/u);
  return output[start] === '{' && bracketEnds(output, { opening: '{', oneLineTexts: true })(start) === output.trimEnd().length;
}

/**
 * @throws JsonDepthError for an object that is nested too deep: nobody writes such an answer as text.
 * @throws JsonNumberError as {@link parsed} does.
 */
function wholeValue(output: string): unknown {
  if (isTextDeeper(output, MAX_JSON_DEPTH) && isOneObject(output)) throw new JsonDepthError();
  return parsed(output);
}

/**
 * The reply that a program's output holds: the last JSON object on lines of its own that tells an
 * answer. Programs and what they start print log lines before and after it.
 * @throws JsonBoundsError for an object that is nested too deep, or a reply with a number that is too large.
 */
export function findReply(output: string): FoundReply | undefined {
  // Most outputs are plain texts, or nothing but the reply.
  if (!output.includes('{')) return undefined;
  const whole = wholeValue(output);
  if (whole !== undefined) return isRecordedReply(whole) ? { value: whole, other: undefined } : undefined;
  const found = lastReply(output);
  if (!found || isFenced(output, found.start)) return undefined;
  const { value, start, end } = found;
  return { value, other: firstLine(output.slice(0, start)) ?? firstLine(output.slice(end)) };
}

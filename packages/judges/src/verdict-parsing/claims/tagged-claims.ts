import { bareClaim, type PlacedClaim } from './claim.js';
import { isInSentence } from '../quotation/is-in-sentence.js';
import { masked } from '../quotation/masked.js';

/** At the beginning of a line: amid one it is spoken of. */
const OPEN = /^[^\S\n\r\u2028\u2029]*<(?:reflection|reasoning)>/imu;
/** What may stand before a reflection that is never closed. */
const FRAME = /^\s*(?:`{3}\w*\s*|<\w+>\s*)*$/u;
const CLOSE = /<\/(?:reflection|reasoning)>/giu;
const CLASSIFICATION = /<classification>([^<]{0,200})<\/classification>/giu;

export interface TaggedReflection {
  readonly reflection: string | undefined;
  /** The text with blanks in place of the reflection. */
  readonly rest: string;
}

/**
 * Takes `<reflection>…</reflection>` out. It reaches to the last closing tag, or to the end if there
 * is none and the reply begins with it: what a judge quotes in it, tags too, stays part of it.
 */
export function splitReflection(text: string): TaggedReflection {
  const open = OPEN.exec(text);
  if (!open) return { reflection: undefined, rest: text };
  const start = open.index + open[0].length;
  const close = [...text.matchAll(CLOSE)].findLast(({ index }) => index >= start);
  if (!close && !FRAME.test(text.slice(0, open.index))) return { reflection: undefined, rest: text };
  const end = close ? close.index + close[0].length : text.length;
  return { reflection: text.slice(start, close?.index).trim(), rest: masked(text, [{ start: open.index, end }]) };
}

/** Claims written as `<classification>…</classification>`. A tag that is not closed makes none. */
export function taggedClaims(text: string): readonly PlacedClaim[] {
  return [...text.matchAll(CLASSIFICATION)].map((match) => {
    const value = (match[1] ?? '').trim();
    const span = { start: match.index, end: match.index + match[0].length };
    const told = isInSentence(text, span);
    return { ...bareClaim(value), ...span, marks: [told ? `classification: ${value}` : match[0]], told };
  });
}

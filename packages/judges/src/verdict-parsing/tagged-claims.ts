import type { ClaimsFound } from './claim.js';

const OPEN = /<(?:reflection|reasoning)>/iu;
const CLOSE = /<\/(?:reflection|reasoning)>/giu;
const CLASSIFICATION = /<(classification|score)>([^<]{0,200})<\/\1>/giu;

export interface TaggedReflection {
  readonly reflection: string | undefined;
  /** The text without the reflection. */
  readonly rest: string;
}

/**
 * Splits off `<reflection>…</reflection>`. It reaches to the last closing tag: what a judge quotes
 * in it, tags too, stays part of it.
 */
export function splitReflection(text: string): TaggedReflection {
  const open = OPEN.exec(text);
  const close = [...text.matchAll(CLOSE)].at(-1);
  if (!open || !close || close.index < open.index) return { reflection: undefined, rest: text };
  return {
    reflection: text.slice(open.index + open[0].length, close.index).trim(),
    rest: text.slice(0, open.index) + text.slice(close.index + close[0].length),
  };
}

/** Claims written as `<classification>…</classification>`. A tag that is not closed makes none. */
export function taggedClaims(text: string): ClaimsFound {
  const claims = [...text.matchAll(CLASSIFICATION)].map((match) => ({
    classification: (match[2] ?? '').trim(),
    hits: [],
    misses: [],
  }));
  return { claims, rest: text.replaceAll(CLASSIFICATION, '') };
}

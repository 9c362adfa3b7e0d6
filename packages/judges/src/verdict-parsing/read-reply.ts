import type { JsonValue } from '@assay/schema';
import type { Scale } from '../scales/scale.js';
import { claimOf, statesTwice, type Claim, type ClaimsFound } from './claim.js';
import { jsonClaims } from './json-claims.js';
import { labelledClaims } from './labelled-claims.js';
import { parseStrictJson } from './parse-json.js';
import { splitReflection, taggedClaims } from './tagged-claims.js';
import { withoutThoughts } from './without-thoughts.js';

/** A judge's reply as it was understood, or why it was not. */
export type ReplyReading =
  | {
      readonly ok: true;
      /** [0, 1], from the classification alone. */
      readonly score: number;
      readonly reflection?: string | undefined;
      readonly hits: readonly string[];
      readonly misses: readonly string[];
    }
  | { readonly ok: false; /** Completes "the reply is unusable: …". */ readonly problem: string };

const CONTRADICTORY: ReplyReading = { ok: false, problem: 'it states more than one classification' };
const SILENT: ReplyReading = { ok: false, problem: 'it states no classification' };

/** The score that all claims agree on; an unreadable claim beside another is a contradiction. */
function agree(claims: readonly Claim[], prose: string | undefined, scale: Scale): ReplyReading {
  const scores = new Set<number>();
  for (const claim of claims) {
    const reading = scale.read(claim.classification);
    if (reading.ok) scores.add(reading.score);
    else return claims.length === 1 ? reading : CONTRADICTORY;
  }
  const [score] = scores;
  const last = claims.at(-1);
  if (score === undefined || !last) return SILENT;
  if (scores.size > 1) return CONTRADICTORY;
  return { ok: true, score, reflection: last.reflection ?? prose, hits: last.hits, misses: last.misses };
}

/** A reply that is nothing but a classification. */
function readBare(value: JsonValue, reflection: string | undefined, scale: Scale): ReplyReading {
  return agree([{ classification: value, hits: [], misses: [] }], reflection, scale);
}

/** A reply that is JSON from end to end; undefined when it is not. */
function readWhole(text: string, scale: Scale): ReplyReading | undefined {
  const value = parseStrictJson(text);
  if (value === undefined) return undefined;
  const inner = typeof value === 'string' ? (parseStrictJson(value) ?? value) : value;
  const claim = claimOf(inner);
  if (claim) return statesTwice(text) ? CONTRADICTORY : agree([claim], undefined, scale);
  return typeof inner === 'number' || typeof inner === 'string' ? readBare(inner, undefined, scale) : undefined;
}

function proseOf(text: string): string | undefined {
  const prose = text.replaceAll(/```\w*/gu, '').trim();
  return prose === '' ? undefined : prose;
}

/** A reply in which the answer has to be found. */
async function readMixed(text: string, scale: Scale): Promise<ReplyReading> {
  const { reflection, rest } = splitReflection(text);
  const json = await jsonClaims(rest);
  if (json.contradictory) return CONTRADICTORY;
  const tagged = taggedClaims(json.rest);
  const marked: ClaimsFound = { claims: [...json.claims, ...tagged.claims], rest: tagged.rest };
  const found = marked.claims.length > 0 ? marked : labelledClaims(marked.rest);
  if (found.claims.length > 0) return agree(found.claims, reflection ?? proseOf(found.rest), scale);
  const bare = readBare(rest, reflection, scale);
  return bare.ok ? bare : SILENT;
}

/**
 * Reads a judge's reply: JSON (strict, in a code fence, amid prose, or in need of repair),
 * `<reflection>` and `<classification>` tags, or a line `Classification: …`. The score comes from
 * the classification alone; a verdict that the judge adds is ignored. A reply that states
 * classifications which differ, or one that is off the scale, is unusable: nothing is guessed.
 */
export async function readReply(reply: string, scale: Scale): Promise<ReplyReading> {
  const text = withoutThoughts(reply.replace(/^\uFEFF/u, ''))?.trim();
  if (text === undefined) return { ok: false, problem: 'its thoughts do not end' };
  if (text === '') return { ok: false, problem: 'it is empty' };
  return readWhole(text, scale) ?? readMixed(text, scale);
}

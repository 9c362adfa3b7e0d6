import type { JsonValue } from '@assay/schema';
import type { Scale } from '../scales/scale.js';
import { bareClaim, MOST_CLAIMS, type Claim, type PlacedClaim } from './claims/claim.js';
import { claimsOf, isClassificationKey } from './claims/claim-of.js';
import { isQuotedClosing } from './claims/closing-line.js';
import { heldBack } from './held-back.js';
import { isIncomplete } from './is-incomplete.js';
import { isQuoted } from './quotation/is-quoted.js';
import { jsonClaims } from './claims/json-claims.js';
import { labelledClaims } from './claims/labelled-claims.js';
import { masked } from './quotation/masked.js';
import { repeatsKey } from './json/repeated-keys.js';
import { createSources, type Sources } from './sources/sources.js';
import { splitReflection, taggedClaims } from './claims/tagged-claims.js';
import { unfenced, wholeJson, type WholeJson } from './json/whole-json.js';
import { withoutThoughts } from './sources/without-thoughts.js';

/** A judge's reply as it was understood, or why it was not. */
export type ReplyReading =
  | {
      readonly ok: true;
      /** [0, 1], from the classification alone. */
      readonly score: number;
      /** The classification as it stands in the reply. */
      readonly read: string;
      readonly reflection?: string | undefined;
      readonly hits: readonly string[];
      readonly misses: readonly string[];
    }
  | { readonly ok: false; /** Completes "the reply is unusable: …". */ readonly problem: string };

/** What is known about a reply besides its text. */
export interface ReplyContext {
  /** Texts that the judge was shown, the response among them: what it repeats of them is no grade. */
  readonly shown?: readonly string[] | undefined;
  readonly finishReason?: string | undefined;
}

/** Tokens by which chat templates end a turn; some servers let them through. */
const END_TOKEN = /(?:<\|(?:im_end|eot_id|end|return|endoftext|end_of_text|eom_id|end_of_turn)\|>|<end_of_turn>|<\/s>)$/u;
const LONGEST_END_TOKEN = 20;

function withoutEndTokens(reply: string): string {
  let text = reply.trimEnd();
  // Only the end is looked at: a reply may be nothing but such tokens, millions of them.
  const token = (): string => END_TOKEN.exec(text.slice(-LONGEST_END_TOKEN))?.[0] ?? '';
  for (let { length } = token(); length > 0; { length } = token()) text = text.slice(0, -length).trimEnd();
  return text;
}

const problem = (text: string): ReplyReading => ({ ok: false, problem: text });

const CONTRADICTORY = problem('it states more than one classification');
const SILENT = problem('it states no classification');
const QUOTED = problem('the classification in it may be a quotation of what was judged');

function shownClassification(value: JsonValue): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

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
  const { classification, reflection = prose, hits, misses } = last;
  return { ok: true, score, read: shownClassification(classification), reflection, hits, misses };
}

/** A reply that is JSON from end to end counts whatever the candidate wrote, and is not searched further. */
function readWhole({ value, text }: WholeJson, scale: Scale): ReplyReading {
  const claims = claimsOf(value, { aliases: true });
  if (claims.length > 0) return repeatsKey(text, isClassificationKey) ? CONTRADICTORY : agree(claims, undefined, scale);
  return typeof value === 'number' || typeof value === 'string' ? agree([bareClaim(value)], undefined, scale) : SILENT;
}

/** Of a reply that may have been cut off, one complete JSON object is all that can be trusted. */
function readIncomplete(whole: WholeJson | undefined, scale: Scale, finishReason: string | undefined): ReplyReading {
  const incomplete = problem(heldBack(finishReason) ?? 'it was cut off before its end');
  const isObject = typeof whole?.value === 'object' && whole.value !== null && !Array.isArray(whole.value);
  const reading = whole && isObject ? readWhole(whole, scale) : incomplete;
  return reading === SILENT ? incomplete : reading;
}

function proseOf(text: string): string | undefined {
  const prose = text.replaceAll(/```\w*/gu, '').trim();
  return prose === '' ? undefined : prose;
}

/** A reply that is nothing but a class, which is no JSON. */
function readBare(text: string, reflection: string | undefined, scale: Scale, sources: Sources): ReplyReading {
  const reading = agree([bareClaim(text)], reflection, scale);
  if (!reading.ok) return SILENT;
  return sources.holdLiterally(text) ? QUOTED : reading;
}

function isRepeated({ marks, told }: PlacedClaim, sources: Sources): boolean {
  return marks.every((mark) => (told ? sources.holdFreely(mark) : sources.hold(mark)));
}

/** The reading of the claims of a reply, in the order in which they stand. */
function weigh(claims: readonly PlacedClaim[], text: string, prose: string | undefined, scale: Scale, sources: Sources): ReplyReading {
  const stated = claims.filter((claim) =>
    claim.closing ? !isQuotedClosing(text, claim, sources) : !isQuoted(text, claim),
  );
  const last = stated.at(-1);
  if (!last || (!last.closing && isRepeated(last, sources))) return QUOTED;
  const own = stated.filter((claim) => claim === last || !isRepeated(claim, sources));
  return own.some((claim) => claim.ambiguous) ? CONTRADICTORY : agree(own, prose, scale);
}

/** A reply in which the answer has to be found. */
async function readMixed(text: string, scale: Scale, sources: Sources): Promise<ReplyReading> {
  const { reflection, rest } = splitReflection(text);
  const inner = unfenced(rest.trim());
  const json = await jsonClaims(rest, (slice) => slice.text === inner);
  const proper = masked(rest, json.objects);
  const claims = [...json.claims, ...taggedClaims(proper), ...labelledClaims(proper, rest)].toSorted((a, b) => a.start - b.start);
  if (claims.length === 0) return readBare(rest.trim(), reflection, scale, sources);
  if (claims.length > MOST_CLAIMS) return CONTRADICTORY;
  return weigh(claims, rest, reflection ?? proseOf(masked(rest, claims)), scale, sources);
}

/**
 * Reads a judge's reply, and is suspicious: a judge may quote what it judges, and that may be
 * written to look like a grade.
 *
 * - A reply that is JSON from end to end counts, and so does a line `Classification: …` at its end
 *   that is no quotation, whatever the candidate wrote: else it could void an honest low grade by
 *   writing it.
 * - JSON amid prose, `<classification>` tags and labelled lines elsewhere count if they are the last
 *   claim, stand in no quotation, and do not repeat what the judge was shown.
 * - Class names in prose are no claims. Claims that differ, and one that is off the scale, make the
 *   reply unusable. So does an end that was cut off, unless the reply is one complete JSON object.
 *
 * The score comes from the classification alone; a verdict that the judge adds is ignored.
 */
export async function readReply(reply: string, scale: Scale, { shown = [], finishReason }: ReplyContext = {}): Promise<ReplyReading> {
  const sources = createSources(shown);
  const text = withoutThoughts(withoutEndTokens(reply.replace(/^\uFEFF/u, '')), sources)?.trim();
  if (text === undefined) return problem(heldBack(finishReason) ?? 'its thoughts do not end');
  if (text === '') return problem(heldBack(finishReason) ?? 'it is empty');
  const whole = wholeJson(text);
  if (isIncomplete(finishReason)) return readIncomplete(whole, scale, finishReason);
  return whole ? readWhole(whole, scale) : readMixed(text, scale, sources);
}

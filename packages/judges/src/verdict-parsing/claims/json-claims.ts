import { MOST_CLAIMS, type Claim, type PlacedClaim } from './claim.js';
import { claimsOf, isClassificationKey } from './claim-of.js';
import { findJsonObjects, type JsonSlice } from '../json/find-json-objects.js';
import { isInSentence } from '../quotation/is-in-sentence.js';
import { parseRepairedJson, parseStrictJson, repairBudget, type RepairBudget } from '../json/parse-json.js';
import { repeatsKey, statesLooselyTwice } from '../json/repeated-keys.js';

/** A classification with its key, as it is written. */
const STATEMENT = /["'“”‘’]?(?:final[_ ])?classification["'“”‘’]?\s*:\s*(?:"[^"]{0,80}"|'[^']{0,80}'|“[^”]{0,80}”|[^\s,}"'][^,}\n]{0,80})/giu;

/** False for texts of objects that cannot make a claim, whatever a repair makes of them. */
function mayClaim(text: string, aliases: boolean): boolean {
  return aliases ? /class|score|rating|grade/iu.test(text) : /classification/iu.test(text);
}

/** A text in its parts, where it was shortened. */
function parts(text: string): readonly string[] {
  return text.split(/\.{3}|…/u).filter((part) => part.trim() !== '');
}

/** An object with what is needed to tell whether it is quoted. */
interface Found extends JsonSlice {
  /** True if a sentence goes on after it: a judge tells of it, and maybe not word for word. */
  readonly inSentence: boolean;
}

function statementsIn({ text }: JsonSlice): readonly string[] {
  return text.match(STATEMENT) ?? [text];
}

/** What of a claim would have to stand in another text for the claim to be a quotation of it. */
function marksOf(slice: Found, { reflection = '', hits, misses }: Claim): readonly string[] {
  const statements = statementsIn(slice);
  return slice.inSentence ? statements : [...statements, ...[reflection, ...hits, ...misses].flatMap(parts)];
}

function place(slice: Found, claim: Claim): PlacedClaim {
  return { ...claim, start: slice.start, end: slice.end, marks: marksOf(slice, claim), told: slice.inSentence };
}

/** A claim that no scale can read, for an object that states more than one classification. */
function ambiguous(slice: Found): PlacedClaim {
  return { ...place(slice, { classification: null, hits: [], misses: [] }), ambiguous: true };
}

async function claimsIn(slice: Found, aliases: boolean, budget: RepairBudget): Promise<readonly PlacedClaim[]> {
  const strict = parseStrictJson(slice.text);
  if (strict !== undefined) {
    const claims = claimsOf(strict, { aliases });
    if (claims.length > 0 && repeatsKey(slice.text, isClassificationKey)) return [ambiguous(slice)];
    return claims.map((claim) => place(slice, claim));
  }
  if (statesLooselyTwice(slice.text)) return [ambiguous(slice)];
  const claims = claimsOf(await parseRepairedJson(slice.text, budget), { aliases });
  // A repair may take for a key what the judge quotes: then what it quotes alone tells.
  return claims.map((claim) => ({ ...place(slice, claim), marks: statementsIn(slice) }));
}

export interface JsonFound {
  readonly claims: readonly PlacedClaim[];
  /** The objects of the text. What stands in their strings makes no claim. */
  readonly objects: readonly JsonSlice[];
}

/**
 * Claims in the JSON objects of a text: in code fences, or amid prose.
 * @param isWhole true if an object is all that the reply holds; only there do aliases of the key count.
 */
export async function jsonClaims(text: string, isWhole: (slice: JsonSlice) => boolean): Promise<JsonFound> {
  const claims: PlacedClaim[] = [];
  const objects: JsonSlice[] = [];
  const budget = repairBudget();
  for (const slice of findJsonObjects(text)) {
    if (claims.length > MOST_CLAIMS) break;
    const aliases = isWhole(slice);
    const found = mayClaim(slice.text, aliases) ? await claimsIn({ ...slice, inSentence: isInSentence(text, slice) }, aliases, budget) : [];
    claims.push(...found);
    if (found.length > 0 || parseStrictJson(slice.text) !== undefined) objects.push(slice);
  }
  return { claims, objects };
}

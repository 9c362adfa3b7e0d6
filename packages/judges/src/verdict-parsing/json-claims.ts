import { claimOf, mayClaim, statesTwice, type Claim, type ClaimsFound } from './claim.js';
import { findJsonObjects } from './find-json-objects.js';
import { parseRepairedJson, parseStrictJson } from './parse-json.js';

export interface JsonClaimsFound extends ClaimsFound {
  /** True if one object states its classification more than once. */
  readonly contradictory: boolean;
}

/** Claims in the JSON objects of a text: bare, in code fences, or amid prose. */
export async function jsonClaims(text: string): Promise<JsonClaimsFound> {
  const claims: Claim[] = [];
  let rest = '';
  let copied = 0;
  let contradictory = false;
  for (const slice of findJsonObjects(text)) {
    if (!mayClaim(slice.text)) continue;
    const claim = claimOf(parseStrictJson(slice.text) ?? (await parseRepairedJson(slice.text)));
    contradictory ||= statesTwice(slice.text);
    if (!claim) continue;
    rest += text.slice(copied, slice.start);
    copied = slice.end;
    claims.push(claim);
  }
  return { claims, rest: rest + text.slice(copied), contradictory };
}

import type { Claim, ClaimsFound } from './claim.js';

const LABEL = /^[\s>*_#-]{0,10}(?:final )?classification[*_]{0,3}\s{0,5}[:=](.*)$/iu;

/** Claims written as a line `Classification: …`, with or without Markdown emphasis. */
export function labelledClaims(text: string): ClaimsFound {
  const claims: Claim[] = [];
  const rest: string[] = [];
  for (const line of text.split('\n')) {
    const label = LABEL.exec(line)?.[1];
    if (label === undefined) rest.push(line);
    else claims.push({ classification: label.replaceAll(/[*`]/gu, '').trim(), hits: [], misses: [] });
  }
  return { claims, rest: rest.join('\n') };
}

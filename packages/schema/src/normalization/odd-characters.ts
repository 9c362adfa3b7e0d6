/** What a key cannot be told apart by: signs of other scripts, blanks and what has no shape. */
const ODD = /[^\u0021-\u007E]/gu;

/**
 * Says which characters of a key are none of those that keys are written with, as `U+0441`: a Cyrillic с looks like a c, and a
 * blank without a width like nothing. Undefined where there are none, or where what was meant has such ones too.
 */
export function oddCharacters(written: string, meant: string): string | undefined {
  const odd = new Set(written.match(ODD));
  if (odd.size === 0 || meant.search(ODD) >= 0) return undefined;
  return [...odd].map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}

/**
 * A text as one line of at most `max` characters: white space is folded into single spaces, and
 * what is cut off shows as `…`. Characters are code points, so that none is cut in half.
 */
export function boundedLine(text: string, max: number): string {
  // White space may fold, so look further than `max`, but never at a whole megabyte.
  const folded = text
    .slice(0, max * 8)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(folded);
  if (characters.length <= max && text.length <= max * 8) return folded;
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`;
}

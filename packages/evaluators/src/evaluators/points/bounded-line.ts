/**
 * A text as one line of at most `max` characters; what is cut off shows as `…`. Characters are code
 * points, so that none is cut in half.
 */
export function boundedLine(text: string, max: number): string {
  // White space may fold, so look further than `max`, but never at a whole megabyte.
  const looked = text.slice(0, max * 8);
  const line = Array.from(looked.replaceAll(/\s+/gu, ' ').trim());
  if (line.length <= max && looked.length === text.length) return line.join('');
  return `${line.slice(0, max - 1).join('').trimEnd()}…`;
}

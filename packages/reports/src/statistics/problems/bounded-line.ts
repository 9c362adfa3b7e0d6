/** More than single spaces between words. */
const UNFOLDED = /\s\s|[^\S ]/u;
/** Characters of two code units. */
const PAIR = /[\u{10000}-\u{10FFFF}]/u;

function folded(text: string): string {
  return (UNFOLDED.test(text) ? text.replaceAll(/\s+/gu, ' ') : text).trim();
}

/** The first characters of a line, and that there are more. */
function cutLine(line: string, max: number): string {
  const most = line.slice(0, 2 * max);
  const kept = PAIR.test(most) ? Array.from(most).slice(0, max - 1).join('') : most.slice(0, max - 1);
  return `${kept.trimEnd()}…`;
}

function isLonger(line: string, max: number): boolean {
  return line.length > max && (line.length > 2 * max || !PAIR.test(line) || Array.from(line).length > max);
}

/**
 * A text as one line of at most `max` characters: white space is folded into single spaces, and
 * what is cut off shows as `…`. Characters are code points, so that none is cut in half.
 */
export function boundedLine(text: string, max: number): string {
  // Most texts show within their beginning how they go on.
  const head = folded(text.slice(0, 2 * max));
  if (isLonger(head, max)) return cutLine(head, max);
  if (text.length <= 2 * max) return head;
  // White space may fold, so look further than that, but never at a whole megabyte.
  const line = folded(text.slice(0, max * 8));
  return isLonger(line, max) || text.length > max * 8 ? cutLine(line, max) : line;
}

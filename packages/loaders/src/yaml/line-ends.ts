/**
 * A YAML text with line ends that the parser knows, each in the place of the old one. YAML has a carriage return alone as a line end
 * too; the parser reads over it, so that a comment at the head of such a file would be all of it. Where a text has other line ends
 * as well, it is no line end to who wrote it, but part of a text, and stays.
 */
export function withLineEnds(text: string): string {
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}

/** Most characters of a line that are looked at on each side. */
const NEAR = 300;
const WORD = /[\p{L}\p{N}]/u;

/** True if words stand before and after a part of a text on its line. */
export function isInSentence(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start).split('\n').at(-1) ?? '';
  const after = text.slice(end, end + NEAR).split('\n', 1)[0] ?? '';
  return WORD.test(before) && WORD.test(after);
}

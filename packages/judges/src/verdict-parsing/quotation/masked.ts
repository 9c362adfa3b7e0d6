/** A blank that is no indent. */
const BLANK = '\u00A0';

/** The text with blanks in place of parts of it: what is found in it stands where it stood. */
export function masked(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of parts) {
    result += text.slice(copied, start) + text.slice(start, end).replaceAll(/[^\n]/gu, (character) => BLANK.repeat(character.length));
    copied = end;
  }
  return result + text.slice(copied);
}

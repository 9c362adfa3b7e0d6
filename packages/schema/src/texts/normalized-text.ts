/** Longest row of accents that is put in order as one; no writing comes near. */
const LONGEST_ROW = 500;
/** All that can stand in such a row: marks, and the halfwidth ones that become marks. */
const ROW = /[\p{M}\uff9e\uff9f]+/gu;

function hasLongRow(text: string): boolean {
  for (const [row] of text.matchAll(ROW)) if (row.length > LONGEST_ROW) return true;
  return false;
}

/**
 * `text.normalize(form)` in a time that grows with the length of the text alone. The engine sorts the accents
 * of one letter in a time that grows with the square of their number: beyond 500 they are sorted by pieces.
 */
export function normalizedText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (text.length <= LONGEST_ROW || !hasLongRow(text)) return text.normalize(form);
  let result = '';
  let from = 0;
  for (const { 0: row, index } of text.matchAll(ROW)) {
    for (let at = index + LONGEST_ROW; at < index + row.length; at += LONGEST_ROW) {
      result += text.slice(from, at).normalize(form);
      from = at;
    }
  }
  return result + text.slice(from).normalize(form);
}

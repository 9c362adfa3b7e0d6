let segmenter: Intl.Segmenter | undefined;

/** UTF-16 units that are looked at together. Larger windows take longer: each step of a segmenter costs time by the text behind it. */
const WINDOW = 256;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** So many units of a text, or one more where the end would be within a character of two. */
function windowOf(text: string, from: number, length: number): string {
  const end = from + length;
  return text.slice(from, isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end + 1 : end);
}

/**
 * The characters of a text as people see them (extended grapheme clusters), in time that grows with its length: Intl.Segmenter
 * by itself takes the square of it. A window that starts where a cluster starts is split as the whole text is, but for its last
 * cluster, which may go on behind it: there the next window starts.
 */
export function* graphemes(text: string): Generator<string, void, undefined> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  let length = WINDOW;
  for (let from = 0; from < text.length; ) {
    const part = windowOf(text, from, length);
    const ends = from + part.length >= text.length;
    const start = from;
    for (const { segment, index } of segmenter.segment(part)) {
      if (!ends && index + segment.length >= part.length) break;
      yield segment;
      from = start + index + segment.length;
    }
    length = from === start ? length * 2 : WINDOW;
  }
}

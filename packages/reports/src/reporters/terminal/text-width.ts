import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ASCII_ONLY = /^[\x20-\x7E]*$/u;

/** Terminal columns that a text takes: two for wide characters and emoji, none for marks. */
export function textWidth(text: string): number {
  return ASCII_ONLY.test(text) ? text.length : stringWidth(text);
}

/** Longest start of a text that takes at most `width` columns; no character is cut in half. */
export function takeWidth(text: string, width: number): string {
  if (ASCII_ONLY.test(text)) return text.slice(0, Math.max(0, width));
  let taken = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

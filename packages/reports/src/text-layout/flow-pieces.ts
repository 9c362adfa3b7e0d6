import type { Color, Paint } from './paint.js';
import { textWidth } from './text-width.js';
import { wrapText } from './wrap-text.js';

/** A part of a line that is not broken if it can be helped. */
export interface Piece {
  readonly text: string;
  readonly color: Color;
}

export interface FlowOptions {
  readonly width: number;
  /** Columns before every line but the first. */
  readonly indent: number;
  /** Columns between two pieces. */
  readonly gap: number;
  readonly paint: Paint;
}

/**
 * Sets pieces one after another, and those that do not fit on the next line. A piece that is wider
 * than a whole line is broken. No line is wider than `width`.
 */
export function flowPieces(pieces: readonly Piece[], options: FlowOptions): readonly string[] {
  const { width, paint } = options;
  const indent = Math.min(options.indent, Math.max(0, width - 8));
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (text: string, color: Color, gap: number): void => {
    line += ' '.repeat(gap) + paint(color, text);
    used += gap + textWidth(text);
  };
  const breakLine = (): void => {
    lines.push(line);
    line = ' '.repeat(indent);
    used = indent;
  };
  for (const { text, color } of pieces) {
    if (text === '') continue;
    const fresh = used === 0 || (lines.length > 0 && used === indent);
    const gap = fresh ? 0 : options.gap;
    if (used + gap + textWidth(text) <= width) {
      add(text, color, gap);
      continue;
    }
    if (!fresh) breakLine();
    wrapText(text, width - used).forEach((part, index) => {
      if (index > 0) breakLine();
      add(part, color, 0);
    });
  }
  if (used > 0) lines.push(line);
  return lines;
}

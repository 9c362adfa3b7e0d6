import { formatDifference } from '../format/format-difference.js';
import { flowPieces, type Piece } from './flow-pieces.js';
import type { Color, Paint } from './paint.js';

/** Columns before the lines of a case, after its difference: more where this has many decimals. */
const INDENT = 7;

export interface ChangedCase {
  /** Null where it is not known. */
  readonly difference: number | null;
  readonly color: Color;
  /** What is said of the case, in so many columns. */
  readonly pieces: (room: number) => readonly Piece[];
}

/** `−0.50  suite › case  0.90 → 0.40  file:line:column`. No line is wider than `width`. */
export function linesOfChange({ difference, color, pieces }: ChangedCase, { width, paint }: { readonly width: number; readonly paint: Paint }): readonly string[] {
  const shown = formatDifference(difference);
  const indent = Math.max(INDENT, shown.length + 1);
  const room = width - indent;
  const mark = paint(color, shown) + ' '.repeat(indent - shown.length);
  return flowPieces(pieces(room), { width: room, indent: 0, gap: 2, paint }).map((line, index) => (index === 0 ? mark : ' '.repeat(indent)) + line);
}

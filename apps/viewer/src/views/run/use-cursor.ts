import { useState } from 'preact/hooks';
import { useKeys } from '../../keyboard/use-keys.js';

/** A cell of a table, counted from 0. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

interface Options {
  readonly lines: number;
  readonly columns: number;
  /** Lines that PageUp and PageDown pass over. */
  readonly page: number;
  /** Whether keys are the table's. */
  readonly active: boolean;
  /** After the cursor was moved by a key. */
  readonly onMove: (to: Cursor) => void;
  readonly onOpen: (at: Cursor) => void;
}

/** The cell that keys move over a table and open; it stays inside when the table shrinks. */
export function useCursor({ lines, columns, page, active, onMove, onOpen }: Options): { readonly cursor: Cursor; readonly setCursor: (to: Cursor) => void } {
  const [wanted, setCursor] = useState<Cursor>({ line: 0, column: 0 });
  const inside = (line: number, column: number): Cursor => ({ line: Math.max(0, Math.min(lines - 1, line)), column: Math.max(0, Math.min(columns - 1, column)) });
  const cursor = inside(wanted.line, wanted.column);
  const move = (down: number, right: number) => (): void => {
    const to = inside(cursor.line + down, cursor.column + right);
    setCursor(to);
    onMove(to);
  };
  useKeys(
    active
      ? {
          j: move(1, 0),
          ArrowDown: move(1, 0),
          k: move(-1, 0),
          ArrowUp: move(-1, 0),
          h: move(0, -1),
          ArrowLeft: move(0, -1),
          l: move(0, 1),
          ArrowRight: move(0, 1),
          PageDown: move(page, 0),
          PageUp: move(-page, 0),
          Home: move(-lines, 0),
          End: move(lines, 0),
          Enter: () => onOpen(cursor),
        }
      : {},
  );
  return { cursor, setCursor };
}

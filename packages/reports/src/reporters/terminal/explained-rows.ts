import type { ResultRow } from '@assay/schema';
import { positionOf, type CompareRows, type RowPosition } from '../../statistics/row-order.js';
import type { TextStream } from '../text-stream.js';

/** Explanations of rows, held back until all are there: rows finish in no order that a reader could follow. */
export interface ExplainedRows {
  add(row: ResultRow, text: string): void;
  /** Writes them in order, an empty line after each, and forgets them. */
  write(stream: TextStream, compare: CompareRows): void;
}

export function createExplainedRows(): ExplainedRows {
  let held: { readonly position: RowPosition; readonly text: string }[] = [];
  return {
    add(row, text) {
      held.push({ position: positionOf(row), text });
    },
    write(stream, compare) {
      const sorted = held.sort((a, b) => compare(a.position, b.position));
      held = [];
      for (const { text } of sorted) stream.write(`${text}\n`);
    },
  };
}

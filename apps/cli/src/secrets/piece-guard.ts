import type { Redactor } from '@assay/schema';

/** Takes secrets out of a text that comes in pieces. */
export interface PieceGuard {
  /** @returns what can be shown now. What may be the beginning of a secret waits. */
  take(piece: string): string;
  /** How many letters wait. */
  readonly waiting: number;
  /** Shows what waits, since nothing follows for now. When the rest of a secret comes all the same, it is redacted. */
  show(): string;
  /** Shows what waits, since nothing follows at all. */
  end(): string;
}

function commonStart(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  return length;
}

/** @param json whether the text is JSON, where numbers stay numbers. */
export function createPieceGuard(redactor: Redactor, json: boolean): PieceGuard {
  /** Letters that were shown and may begin a secret, and those behind them that wait. */
  let shown = '';
  let held = '';

  return {
    take(piece) {
      const text = shown + held + piece;
      const { clean, rest } = redactor.piece(text, json);
      const settled = text.length - rest.length;
      if (settled < shown.length) {
        held = text.slice(shown.length);
        shown = shown.slice(settled);
        return '';
      }
      const now = clean.slice(commonStart(clean, shown));
      shown = '';
      held = rest;
      return now;
    },
    get waiting() {
      return held.length;
    },
    show() {
      const now = held;
      shown += now;
      held = '';
      return now;
    },
    end() {
      const clean = redactor.text(shown + held);
      const now = clean.slice(commonStart(clean, shown));
      shown = '';
      held = '';
      return now;
    },
  };
}

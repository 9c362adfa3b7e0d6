import { stripVTControlCharacters } from 'node:util';
import type { TextStream } from '../../text-stream.js';
import { textWidth } from '../../../text-layout/text-width.js';

/** Some lines at the bottom of a terminal that are drawn again and again. */
export interface LiveArea {
  /** Replaces what is drawn. No line may be wider than the terminal. */
  draw(lines: readonly string[]): void;
  /** Takes the lines away, so that something else can be printed in their place. */
  clear(): void;
  /** Clears, and gives the cursor back. */
  close(): void;
}

const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';
const ERASE_BELOW = '\u001B[J';

/**
 * Draws on a terminal. The cursor rests at the end of the last line; it is hidden while something is
 * drawn. If the terminal was made narrower meanwhile, lines have wrapped, which is reckoned with.
 */
export function createLiveArea(stream: TextStream, columns: () => number): LiveArea {
  /** Without colours, whose escape codes have no width. */
  let drawn: readonly string[] = [];
  let written = '';
  let hidden = false;

  /** Back to the first column of the first line drawn. */
  function home(): string {
    const width = Math.max(1, columns());
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / width)), 0);
    return rows > 1 ? `\r\u001B[${rows - 1}A` : '\r';
  }

  function clear(): void {
    if (drawn.length === 0) return;
    stream.write(home() + ERASE_BELOW);
    drawn = [];
  }

  return {
    draw(lines) {
      const text = lines.join('\n');
      if (drawn.length > 0 && text === written) return;
      const start = drawn.length > 0 ? home() + ERASE_BELOW : '';
      stream.write((hidden ? '' : HIDE_CURSOR) + start + text);
      hidden = true;
      written = text;
      drawn = lines.map((line) => stripVTControlCharacters(line));
    },
    clear,
    close() {
      clear();
      if (hidden) stream.write(SHOW_CURSOR);
      hidden = false;
    },
  };
}

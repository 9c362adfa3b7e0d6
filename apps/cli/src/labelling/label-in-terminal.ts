import { prepareTextWidth, renderBlinded, textWidth } from '@assay/reports';
import { EXIT } from '../exit-codes.js';
import { createInterrupt } from '../processes/interrupt.js';
import { colors, outputColumns, usesColor } from '../terminal/output-style.js';
import { createLabelSession, keysText, type LabelScreen } from './label-session.js';
import type { LabelTask } from '../labels/label-task.js';

const CTRL_C = '\u0003';

/** Keys of a piece of input: sequences of arrows and the like are none. */
function keysOf(piece: string): readonly string[] {
  if (piece.length > 1 && piece.startsWith('\u001B')) return [];
  return [...piece];
}

const HEAD = 'note: ';
/** Units of UTF-16 that are looked at for each column: no character that people type has more. */
const LONGEST_CHARACTER = 8;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The end of what is typed that has room in a line, the place of the next character included: a line that is broken could not be written over. */
function shownNote(typed: string): string {
  let room = Math.max(2, Math.min(outputColumns(), 1000) - HEAD.length - 1);
  let shown = '';
  for (const { segment } of [...characters.segment(typed.slice(-room * LONGEST_CHARACTER))].toReversed()) {
    room -= textWidth(segment);
    if (room < 0) break;
    shown = segment + shown;
  }
  return HEAD + shown;
}

function terminalScreen(): LabelScreen {
  const { stdout } = process;
  return {
    show(row, { number, of }) {
      const rule = '─'.repeat(Math.min(60, outputColumns()));
      stdout.write(`\n${colors.dim(rule)}\n${number} of ${of}\n${renderBlinded(row, { columns: outputColumns(), color: usesColor() })}\n${colors.dim(keysText(outputColumns()))}\n`);
    },
    say: (text) => void stdout.write(`\r\u001B[K${text}\n`),
    sayKeys: () => void stdout.write(`\r\u001B[K${keysText(outputColumns())}\n`),
    typing: (text) => void stdout.write(`\r\u001B[K${shownNote(text)}`),
  };
}

/**
 * Has a person label replies at the terminal, key by key. Every label is on disk at once.
 * @returns the exit code
 */
export async function labelInTerminal(task: LabelTask): Promise<number> {
  const { stdin, stdout } = process;
  const interrupt = createInterrupt(() => undefined);
  const session = createLabelSession({ task, append: (label) => task.files.append(label), screen: terminalScreen(), now: () => new Date() });
  const pressed: string[] = [];
  let wake = (): void => undefined;
  const input = { over: false };
  const onData = (piece: string): void => {
    pressed.push(...keysOf(piece));
    wake();
  };
  const end = (): void => {
    input.over = true;
    wake();
  };
  interrupt.listen();
  interrupt.signal.addEventListener('abort', end);
  stdin.setEncoding('utf8').on('data', onData).on('end', end);
  // What people type is measured as they do.
  await prepareTextWidth('名');
  stdin.setRawMode(true);
  let interrupted = false;
  try {
    await session.begin();
    while (!input.over) {
      const key = pressed.shift();
      if (key === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (key === CTRL_C) {
        interrupted = true;
        break;
      }
      if (await session.press(key)) break;
    }
  } finally {
    stdin.setRawMode(false);
    stdin.off('data', onData).off('end', end).pause();
    interrupt.release();
  }
  stdout.write('\n');
  return interrupted || interrupt.signal.aborted ? EXIT.interrupted : EXIT.passed;
}

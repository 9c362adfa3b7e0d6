import { renderBlinded } from '@assay/reports';
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

function terminalScreen(): LabelScreen {
  const { stdout } = process;
  return {
    show(row, { number, of }) {
      const rule = '─'.repeat(Math.min(60, outputColumns()));
      stdout.write(`\n${colors.dim(rule)}\n${number} of ${of}\n${renderBlinded(row, { columns: outputColumns(), color: usesColor() })}\n${colors.dim(keysText(outputColumns()))}\n`);
    },
    say: (text) => void stdout.write(`\r\u001B[K${text}\n`),
    sayKeys: () => void stdout.write(`\r\u001B[K${keysText(outputColumns())}\n`),
    typing: (text) => void stdout.write(`\r\u001B[Knote: ${text.slice(-Math.max(10, outputColumns() - 8))}`),
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

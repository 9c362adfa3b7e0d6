import { openRun } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import { renderRowLine } from '@assay/reports';
import { encodeRow, type ResultRow } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { findRunFolder } from '../runner/results/find-run-folder.js';
import { runsFolder } from '../runner/results/runs-folder.js';
import { createInterrupt } from '../terminal/interrupt.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { writeOut } from '../terminal/write-out.js';

export interface ShowOptions {
  readonly follow?: boolean;
  readonly json?: boolean;
}

function textOf(row: ResultRow, { json }: ShowOptions): string {
  // The width is asked for anew: a terminal may change while a run is followed.
  return json ? `${JSON.stringify(encodeRow(row))}\n` : renderRowLine(row, { columns: outputColumns(), color: usesColor() });
}

/** Prints rows until there are no more, or nobody takes them. */
async function print(rows: AsyncIterable<ResultRow>, options: ShowOptions): Promise<void> {
  for await (const row of rows) if (!(await writeOut(textOf(row, options)))) return;
}

/** `assay show`: prints the rows of a run, with `--follow` also those that come. Resolves to the exit code. */
export async function showCommand(run: string, options: ShowOptions): Promise<number> {
  const cwd = process.cwd();
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(findProjectRoot(cwd) ?? cwd) });
  const reader = await openRun(folder, {
    onTornLine({ file, line }) {
      process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
    },
  });
  if (!options.follow) {
    await print(reader.rows(), options);
    return EXIT.passed;
  }
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  try {
    await print(reader.follow({ signal: interrupt.signal }), options);
  } finally {
    interrupt.release();
  }
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.passed;
}

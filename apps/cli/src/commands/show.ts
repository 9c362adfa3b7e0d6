import { openRun } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import { createSlices, renderCase, renderRowLine, renderSlices, sliceKey } from '@assay/reports';
import { encodeRow, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { findRunFolder } from '../runner/results/find-run-folder.js';
import { readableManifest } from '../runner/results/readable-manifest.js';
import { rowFilter, type RowFilterOptions } from '../runner/results/row-filter.js';
import { rowsInOrder } from '../runner/results/rows-in-order.js';
import { runsFolder } from '../runner/results/runs-folder.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../terminal/interrupt.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { pagerCommand, showInPager } from '../terminal/pager.js';
import { writeOut } from '../terminal/write-out.js';

export interface ShowOptions extends RowFilterOptions {
  readonly follow?: boolean;
  readonly brief?: boolean;
  readonly json?: boolean;
  /** By what results are summed up. */
  readonly by?: readonly string[];
  /** False for none. */
  readonly pager?: boolean;
}

type Thresholds = VerdictThresholds | undefined;

function textOf(row: ResultRow, { json, brief, follow }: ShowOptions, thresholds: Thresholds): string {
  // The width is asked for anew: a terminal may change while a run is followed.
  const drawing = { columns: outputColumns(), color: usesColor(), thresholds };
  if (json) return `${JSON.stringify(encodeRow(row))}\n`;
  return brief || follow ? renderRowLine(row, drawing) : `${renderCase(row, drawing)}\n`;
}

async function* textsOf(rows: AsyncIterable<ResultRow>, options: ShowOptions, thresholds: Thresholds): AsyncGenerator<string> {
  for await (const row of rows) yield textOf(row, options, thresholds);
}

async function* only(rows: AsyncIterable<ResultRow>, isWanted: (row: ResultRow) => boolean): AsyncGenerator<ResultRow> {
  for await (const row of rows) if (isWanted(row)) yield row;
}

/** Prints texts until there are no more, or nobody takes them. */
async function print(texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) if (!(await writeOut(text))) return;
}

/** Prints cases in a pager, where somebody looks at them and there is one. */
async function page(rows: () => AsyncIterable<ResultRow>, options: ShowOptions, thresholds: Thresholds): Promise<void> {
  const { pager = true, json, brief } = options;
  const command = pager && !json && !brief && process.stdout.isTTY ? pagerCommand(process.env) : undefined;
  const isPaged = command !== undefined && (await showInPager(textsOf(rows(), options, thresholds), command, { env: process.env, redactor: outputRedactor }));
  if (!isPaged) await print(textsOf(rows(), options, thresholds));
}

/** Prints what results come to by each of these keys, in one pass over the rows. */
async function printSlices(rows: AsyncIterable<ResultRow>, keys: readonly string[], thresholds: Thresholds): Promise<void> {
  const slices = keys.map((key) => createSlices(sliceKey(key), thresholds));
  for await (const row of rows) for (const each of slices) each.add(row);
  const tables = await Promise.all(slices.map((each) => renderSlices(each, { columns: outputColumns(), color: usesColor() })));
  await writeOut(tables.join('\n'));
}

/** `assay show`: prints the cases of a run, with `--follow` a line for each row, also for those that come. Resolves to the exit code. */
export async function showCommand(run: string, options: ShowOptions): Promise<number> {
  const cwd = process.cwd();
  const { by = [] } = options;
  for (const key of by) sliceKey(key);
  const isWanted = await rowFilter(options);
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(findProjectRoot(cwd) ?? cwd) });
  const onTornLine = ({ file, line }: { readonly file: string; readonly line: number }): void => {
    process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
  };
  const reader = await openRun(folder, { onTornLine });
  const manifest = await readableManifest(reader);
  const thresholds = manifest?.verdicts;
  if (!options.follow) {
    if (by.length > 0) await printSlices(only(reader.rows(), isWanted), by, thresholds);
    else await page(() => rowsInOrder(folder, { manifest, isWanted, onTornLine }), options, thresholds);
    return EXIT.passed;
  }
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  try {
    await print(textsOf(only(reader.follow({ signal: interrupt.signal }), isWanted), options, thresholds));
  } finally {
    interrupt.release();
  }
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.passed;
}

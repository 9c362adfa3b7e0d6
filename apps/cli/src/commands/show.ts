import { openRun } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import { createSlices, encodeSlices, renderCase, renderRowLine, renderSlices, sliceKey } from '@assay/reports';
import { encodeRow, UsageError, type RecheckedCase, type ResultRow, type RunManifest, type VerdictThresholds } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { readableManifest } from '../runs/readable-manifest.js';
import { chosenRows, type ChosenRows } from '../runs/chosen-rows.js';
import type { RowFilterOptions } from '../runs/row-filter.js';
import { rowsInOrder } from '../runs/rows-in-order.js';
import { runsFolder } from '../folders/runs-folder.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../processes/interrupt.js';
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

/** What cases came to that were asked again. */
type Rechecked = ((row: ResultRow) => RecheckedCase | undefined) | undefined;

interface Wanted {
  readonly options: ShowOptions;
  readonly thresholds: Thresholds;
  readonly rechecked?: Rechecked;
}

function textOf(row: ResultRow, { options: { json, brief, follow }, thresholds }: Wanted, rechecked: RecheckedCase | undefined): string {
  // The width is asked for anew: a terminal may change while a run is followed.
  const drawing = { columns: outputColumns(), color: usesColor(), thresholds, rechecked };
  if (json) return `${JSON.stringify(encodeRow(row))}\n`;
  return brief || follow ? renderRowLine(row, drawing) : `${renderCase(row, drawing)}\n`;
}

async function* textsOf(rows: AsyncIterable<ResultRow>, wanted: Wanted): AsyncGenerator<string> {
  let said = '';
  for await (const row of rows) {
    const rechecked = wanted.rechecked?.(row);
    // With the first of its repeats: they stand together.
    const place = rechecked ? JSON.stringify([rechecked.suitePath, rechecked.suite, rechecked.target, rechecked.variant, rechecked.caseId]) : '';
    yield textOf(row, wanted, place === said ? undefined : rechecked);
    said = place;
  }
}

async function* only(rows: AsyncIterable<ResultRow>, isWanted: (row: ResultRow) => boolean): AsyncGenerator<ResultRow> {
  for await (const row of rows) if (isWanted(row)) yield row;
}

/** Prints texts until there are no more, or nobody takes them. Returns whether there was any. */
async function print(texts: AsyncIterable<string>): Promise<boolean> {
  let any = false;
  for await (const text of texts) {
    any = true;
    if (!(await writeOut(text))) break;
  }
  return any;
}

/** The same texts; undefined when there is none. A pager is opened for something alone. */
async function someOf(texts: AsyncGenerator<string>): Promise<AsyncGenerator<string> | undefined> {
  const first = await texts.next();
  if (first.done) return undefined;
  return (async function* all() {
    yield first.value;
    yield* texts;
  })();
}

/** Prints cases in a pager, where somebody looks at them and there is one. Returns whether there was any. */
async function page(rows: () => AsyncIterable<ResultRow>, wanted: Wanted): Promise<boolean> {
  const { pager = true, json, brief } = wanted.options;
  const command = pager && !json && !brief && process.stdout.isTTY ? pagerCommand(process.env) : undefined;
  const texts = (): AsyncGenerator<string> => textsOf(rows(), wanted);
  if (command === undefined) return print(texts());
  const some = await someOf(texts());
  if (some === undefined) return false;
  return (await showInPager(some, command, { env: process.env, redactor: outputRedactor })) || print(texts());
}

/** @throws UsageError for names that the run does not have, where all of it is there to be looked at */
function sayNothing(chosen: ChosenRows, goesOn: boolean): void {
  const why = chosen.whyNone();
  if (why instanceof UsageError && !goesOn) throw why;
  process.stderr.write(`note: ${why instanceof UsageError ? why.message : why}\n`);
}

/** Prints what results come to by each of these keys, in one pass over the rows. */
async function printSlices(rows: AsyncIterable<ResultRow>, { by: keys = [], json = false }: ShowOptions, thresholds: Thresholds): Promise<boolean> {
  const sliced = keys.map(sliceKey);
  const slices = sliced.map((key) => createSlices(key, thresholds));
  let any = false;
  for await (const row of rows) {
    any = true;
    for (const each of slices) each.add(row);
  }
  if (!any) return false;
  for (const key of sliced) {
    const unknown = key.unknown();
    if (unknown) throw unknown;
  }
  if (json) {
    await writeOut(slices.map((each) => `${JSON.stringify(encodeSlices(each))}\n`).join(''));
    return true;
  }
  const tables = await Promise.all(slices.map((each) => renderSlices(each, { columns: outputColumns(), color: usesColor() })));
  await writeOut(tables.join('\n'));
  return true;
}

/** Finds out what cases came to that were asked again, where a person looks at cases. @throws StoreError */
async function recheckedIn(folder: string, manifest: RunManifest | undefined, { json, brief }: ShowOptions): Promise<Rechecked> {
  if (json || brief || !manifest?.options['recheck']) return undefined;
  const { recheckedCases } = await import('../runs/rechecked-cases.js');
  const cases = await recheckedCases(folder, { most: 0, thresholds: manifest.verdicts, expected: false });
  return cases?.of;
}

/** `assay show`: prints the cases of a run, with `--follow` a line for each row, also for those that come. Resolves to the exit code. */
export async function showCommand(run: string, options: ShowOptions): Promise<number> {
  const cwd = process.cwd();
  const { by = [] } = options;
  for (const key of by) sliceKey(key);
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(findProjectRoot(cwd) ?? cwd) });
  const onTornLine = ({ file, line }: { readonly file: string; readonly line: number }): void => {
    process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
  };
  const reader = await openRun(folder, { onTornLine });
  const chosen = await chosenRows(options);
  const { isWanted } = chosen;
  const manifest = await readableManifest(reader);
  const thresholds = manifest?.verdicts;
  if (!options.follow) {
    const any =
      by.length > 0
        ? await printSlices(only(reader.rows(), isWanted), options, thresholds)
        : await page(() => rowsInOrder(folder, { manifest, isWanted, onTornLine }), { options, thresholds, rechecked: await recheckedIn(folder, manifest, options) });
    if (!any) sayNothing(chosen, false);
    return EXIT.passed;
  }
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  try {
    const any = await print(textsOf(only(reader.follow({ signal: interrupt.signal }), isWanted), { options, thresholds }));
    if (!any && !interrupt.signal.aborted) sayNothing(chosen, true);
  } finally {
    interrupt.release();
  }
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.passed;
}

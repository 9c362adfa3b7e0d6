import { encodeSlices, renderSlices, sliceKey } from '@assay/reports';
import { UsageError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { createInterrupt } from '../processes/interrupt.js';
import type { RowFilterOptions } from '../runs/row-filter.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { openShownRun, type ShownRun } from '../show/open-shown-run.js';
import { rowTexts } from '../show/row-texts.js';
import { sliceRows, type Slices } from '../show/slice-rows.js';
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
async function page(run: ShownRun, { pager = true, json = false, brief = false }: ShowOptions): Promise<boolean> {
  const form = json ? 'json' : brief ? 'line' : 'case';
  const rechecked = form === 'case' ? await run.rechecked() : undefined;
  const command = pager && form === 'case' && process.stdout.isTTY ? pagerCommand(process.env) : undefined;
  const texts = (): AsyncGenerator<string> => rowTexts(run.inOrder(), { form, thresholds: run.thresholds, rechecked });
  if (command === undefined) return print(texts());
  const some = await someOf(texts());
  if (some === undefined) return false;
  return (await showInPager(some, command, { env: process.env, redactor: outputRedactor })) || print(texts());
}

/** @throws UsageError for names that the run does not have, where all of it is there to be looked at */
function sayNothing({ whyNone }: ShownRun, goesOn: boolean): void {
  const why = whyNone();
  if (why instanceof UsageError && !goesOn) throw why;
  process.stderr.write(`note: ${why instanceof UsageError ? why.message : why}\n`);
}

async function slicesText(slices: readonly Slices[], json: boolean): Promise<string> {
  if (json) return slices.map((each) => `${JSON.stringify(encodeSlices(each))}\n`).join('');
  const tables = await Promise.all(slices.map((each) => renderSlices(each, { columns: outputColumns(), color: usesColor() })));
  return tables.join('\n');
}

/** Prints what results come to by these keys. Returns whether there was any. */
async function printSlices(run: ShownRun, keys: readonly string[], json: boolean): Promise<boolean> {
  const slices = await sliceRows(run.rows(), keys, run.thresholds);
  if (slices) await writeOut(await slicesText(slices, json));
  return slices !== undefined;
}

/** Prints a line for each row, also for those that come, until the run ends or nobody wants to see more. */
async function follow(run: ShownRun, json: boolean): Promise<number> {
  const interrupt = createInterrupt(() => {});
  interrupt.listen();
  try {
    const any = await print(rowTexts(run.follow(interrupt.signal), { form: json ? 'json' : 'line', thresholds: run.thresholds }));
    if (!any && !interrupt.signal.aborted) sayNothing(run, true);
  } finally {
    interrupt.release();
  }
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.passed;
}

/** `assay show`: prints the cases of a run, with `--follow` a line for each row, also for those that come. Resolves to the exit code. */
export async function showCommand(run: string, options: ShowOptions): Promise<number> {
  const { by: keys = [], json = false } = options;
  // What is wrong with a key is said before the run is looked for.
  for (const key of keys) sliceKey(key);
  const shown = await openShownRun(run, options, process.cwd());
  if (options.follow) return follow(shown, json);
  const any = keys.length > 0 ? await printSlices(shown, keys, json) : await page(shown, options);
  if (!any) sayNothing(shown, false);
  return EXIT.passed;
}

import { InvalidFileError, type Diagnostic, type EvalCase, type LoadOptions, type NormalizeContext } from '@assay/schema';
import { createCheckQueue, type CheckQueue } from '../checks/check-queue.js';
import { CaseIterator, DONE, type Step } from '../dialect/case-iterator.js';
import type { LoadSession } from '../dialect/load-session.js';
import { startOf } from '../files/file-problem.js';
import { IdSet } from '../jsonl/id-set.js';
import { createShapes, type RowShape } from './read/columns.js';
import { noRows } from './no-rows.js';
import { listedNames, MissingColumns } from './read/missing-columns.js';
import { createRowReader, type ReadRow } from './read/row-case.js';
import { prepareAssertions } from './read/special-columns.js';
import type { RowCase, TableReading } from './read/table-reading.js';
import type { RowSource, TableRow } from './rows/row-source.js';

function placeOf(row: TableRow | undefined): string {
  return row?.number === undefined && row ? `Line ${row.line}: ` : `Row ${row?.number ?? 1}: `;
}

export interface TableCasesOptions {
  readonly session: LoadSession;
  readonly reading: TableReading;
  readonly rows: RowSource;
  readonly onInvalid: NonNullable<LoadOptions['onInvalid']>;
}

/** One pass over the cases of a table. Rows are read when they are asked for. */
export class TableCases extends CaseIterator {
  readonly #session: LoadSession;
  readonly #reading: TableReading;
  #rows: RowSource;
  readonly #onInvalid: NonNullable<LoadOptions['onInvalid']>;
  #ids = new IdSet();
  #repeats = new Map<string, number>();
  readonly #checks: CheckQueue;
  readonly #context: NormalizeContext;
  readonly #shapes: ReturnType<typeof createShapes>;
  readonly #readRow: ReadRow;
  #missing: MissingColumns;
  #row: TableRow | undefined;
  /** A row that waits for what reads its templates. */
  #held: { readonly row: TableRow; readonly ready: Promise<unknown> } | undefined;
  #findings: Diagnostic[] = [];
  /** A row whose evaluators are being checked; without a case if that is left out anyway. */
  #waiting: { readonly found: RowCase | undefined } | undefined;
  #noted = false;
  #named = false;
  #started = false;

  constructor({ session, reading, rows, onInvalid }: TableCasesOptions) {
    super();
    this.#session = session;
    this.#reading = reading;
    this.#rows = rows;
    this.#shapes = createShapes(reading.columns);
    this.#onInvalid = onInvalid;
    this.#missing = new MissingColumns(reading.named);
    this.#checks = createCheckQueue(session);
    const row = (): TableRow | undefined => this.#row;
    const shape = (): RowShape => this.#shape(this.#row);
    this.#context = {
      locate: () => ({ file: session.shown, line: row()?.line ?? 1, column: 1 }),
      report: (diagnostic) => this.#findings.push(diagnostic),
      definitions: session.options.definitions,
      aliasPrecedence: reading.header.aliasPrecedence,
      get linePrefix() {
        return placeOf(row());
      },
      get variables() {
        return shape().variables;
      },
      onEvaluator: this.#checks.onEvaluator,
      tally: { errors: 0 },
    };
    this.#readRow = createRowReader(this.#context, reading, () => this.#findings.length === 0 && !this.#checks.waiting);
  }

  /**
   * Another pass, over other rows of the table: of this one, which went well as far as it was taken, it keeps what was found out about
   * columns and evaluators.
   */
  restart(rows: RowSource): this {
    this.#rows = rows;
    this.#ids = new IdSet();
    this.#repeats = new Map();
    this.#missing = new MissingColumns(this.#reading.named);
    this.#row = undefined;
    this.#started = false;
    return this;
  }

  /** Whether the row of the case that came last says its id itself. */
  get named(): boolean {
    return this.#named;
  }

  protected override close(): Promise<void> {
    return this.#rows.close();
  }

  protected override async readOn(): Promise<Step> {
    for (;;) {
      const step = (await this.#complete()) ?? this.takeReady();
      if (step) return step;
      if (this.#held) await this.#held.ready;
      else if (!this.#waiting && !(await this.#rows.fill())) return this.#end();
    }
  }

  async #complete(): Promise<Step | undefined> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (!waiting) return undefined;
    await this.#checks.report(this.#context);
    if (waiting.found) return this.#found(waiting.found);
    this.#settle();
    return undefined;
  }

  protected override takeReady(): Step | undefined {
    for (;;) {
      const row = this.#held?.row ?? this.#rows.take();
      if (!row) return undefined;
      this.#row = row;
      this.#missing.see(row);
      if (!this.#started) this.#begin(row);
      const shape = this.#shape(row);
      const ready = shape.special.length > 0 ? prepareAssertions(this.#reading.templating.texts, row.cells, shape) : undefined;
      this.#held = ready && { row, ready };
      if (ready) return undefined;
      const found = this.#read(row);
      if (this.#checks.waiting) {
        this.#waiting = { found };
        return undefined;
      }
      if (!found) continue;
      const step = this.#found(found);
      if (step) return step;
    }
  }

  /** @throws InvalidFileError when there was no row at all. */
  #end(): Step {
    if (this.#row) {
      this.#missing.atEnd().forEach(this.#session.report);
      return DONE;
    }
    throw noRows(this.#session.shown);
  }

  /** Without prompts a column must say what is asked. @throws InvalidFileError */
  #begin({ cells }: TableRow): void {
    this.#started = true;
    const { columns, templating } = this.#reading;
    if (templating.prompts.length > 0 || (columns.input !== null && Object.hasOwn(cells, columns.input))) return;
    const names = Object.keys(cells);
    const diagnostic: Diagnostic = {
      severity: 'error',
      code: 'no-prompt',
      message: `nothing says what is asked: there is no prompt, and no column "${columns.input ?? 'input'}"; the columns are: ${listedNames(names)}`,
      hint: `write prompts: ["… {{${names[0] ?? 'name'}}}"] in the sidecar, or name the column that is the input: columns: { input: ${names[0] ?? 'name'} }; or give prompts as you start the run`,
      namedOptions: [{ name: 'prompts' }],
      location: startOf(this.#session.shown),
    };
    throw new InvalidFileError([diagnostic]);
  }

  #shape(row: TableRow | undefined): RowShape {
    return this.#shapes(row?.names ?? Object.keys(row?.cells ?? {}));
  }

  #read(row: TableRow): RowCase | undefined {
    if (row.problem) {
      const { column = 1, ...problem } = row.problem;
      this.#findings.push({ ...problem, message: `${placeOf(row)}${problem.message}`, location: { ...this.#context.locate([]), column } });
      if (row.problem.severity === 'error') {
        this.#settle();
        return undefined;
      }
    }
    const found = this.#readRow(row, this.#shape(row));
    if (this.#findings.length > 0 && !this.#checks.waiting) this.#settle();
    return found;
  }

  /** Hands on what was found in a row. */
  #settle(): void {
    const findings = this.#findings;
    this.#findings = [];
    this.#context.tally.errors = 0;
    if (this.#onInvalid === 'throw' && findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
    findings.forEach(this.#session.report);
  }

  #found({ evalCase, named }: RowCase): Step | undefined {
    const failed = this.#context.tally.errors > 0;
    this.#named = named;
    if (this.#findings.length > 0) this.#settle();
    if (failed) return undefined;
    const location = this.#context.locate([]);
    if (this.#ids.add(evalCase.id)) return { done: false, value: { evalCase, location } };
    if (!named) return { done: false, value: { evalCase: this.#repeated(evalCase), location } };
    this.#findings.push({ severity: 'error', code: 'duplicate-id', message: `${placeOf(this.#row)}another row has the id "${evalCase.id}"`, location, hint: 'give each row its own id, or write columns: { id: null } in the sidecar if the column is something else' });
    this.#settle();
    return undefined;
  }

  /** A row that says the same as one before is a case of its own. */
  #repeated(evalCase: EvalCase): EvalCase {
    if (!this.#noted) {
      this.#noted = true;
      this.#session.report({ severity: 'info', code: 'repeated-row', message: `${placeOf(this.#row)}the row says the same as one before; such rows get ids that end in -2, -3, …`, location: this.#context.locate([]), hint: 'take it out if it is there by mistake' });
    }
    for (;;) {
      const count = (this.#repeats.get(evalCase.id) ?? 1) + 1;
      this.#repeats.set(evalCase.id, count);
      const id = `${evalCase.id}-${count}`;
      if (this.#ids.add(id)) return { ...evalCase, id };
    }
  }
}

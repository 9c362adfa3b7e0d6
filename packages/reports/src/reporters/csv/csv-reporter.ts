import type { Comparison, ReportedRun, Reporter, ReporterEnvironment, ResultRow, VerdictThresholds } from '@assay/schema';
import { compareNatural } from '../../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { csvCell } from './cell.js';
import { COLUMN_NAMES, columnValue, GROUP_NAMES, groupValues, isGroup, type ColumnName, type GroupName } from './columns.js';
import { CHANGES, COMPARISON_COLUMNS, comparisonCells } from './comparison-columns.js';
import { comparisonSides, targetBeforeOf } from './comparison-sides.js';
import type { CsvOptions } from './csv-options.js';
import type { OrderedSpool } from '../parts/ordered-spool.js';
import { TextSpool } from '../parts/text-spool.js';
import { writePieces } from '../parts/write-pieces.js';

/** Most columns of evaluators, and of metrics. */
const MOST_NAMES = 200;
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const BYTE_ORDER_MARK = '\uFEFF';

/** Cells of the row in the chosen columns, and by name what stands in those of a group. */
type Spooled = readonly (string | Readonly<Record<string, number | null>>)[];

/** Collects the cells of a run, and writes them when it has ended: then it is known which columns there are. */
export class CsvReporter implements Reporter {
  readonly name = 'csv';
  readonly #options: CsvOptions;
  readonly #columns: readonly (ColumnName | GroupName)[];
  readonly #environment: ReporterEnvironment;
  readonly #spool: OrderedSpool;
  readonly #names: Readonly<Record<GroupName, Set<string>>> = { scores: new Set(), metrics: new Set() };
  readonly #sorted: Partial<Record<GroupName, readonly string[]>> = {};
  #thresholds: VerdictThresholds = VERDICT_THRESHOLDS;

  constructor(options: CsvOptions, environment: ReporterEnvironment, spool: OrderedSpool) {
    this.#options = options;
    this.#columns = options.columns ?? [...COLUMN_NAMES, ...GROUP_NAMES];
    this.#environment = environment;
    this.#spool = spool;
  }

  runStarted(run: Parameters<NonNullable<Reporter['runStarted']>>[0]): void {
    this.#thresholds = run.thresholds ?? VERDICT_THRESHOLDS;
    this.#spool.runStarted(run);
  }

  trialFinished(row: ResultRow): Promise<void> {
    const cells: Spooled = this.#columns.map((column) =>
      isGroup(column) ? this.#reported(column, row) : this.#cell(columnValue(column, row, this.#thresholds)),
    );
    return this.#spool.add(row, JSON.stringify(cells));
  }

  runFinished(): Promise<void> {
    return writePieces(this.#environment.output, this.#lines());
  }

  async comparisonFinished(comparison: Comparison, runs: readonly ReportedRun[] = []): Promise<void> {
    const replies = await TextSpool.create(this.#environment.scratchFolder);
    try {
      await writePieces(this.#environment.output, this.#compared(comparison, runs, replies));
    } finally {
      await replies.close();
    }
  }

  close(): Promise<void> {
    return this.#spool.close();
  }

  async *#compared(comparison: Comparison, runs: readonly ReportedRun[], replies: TextSpool): AsyncGenerator<string> {
    yield this.#first(COMPARISON_COLUMNS.map((name) => this.#cell(name)));
    const sides = await comparisonSides(comparison, runs, replies);
    for (const change of CHANGES) {
      for (const found of comparison[change].cases) {
        const shown = { change, found, targetBefore: targetBeforeOf(found, comparison), before: await sides.before(found), now: await sides.now(found) };
        yield this.#line(comparisonCells(shown).map((value) => this.#cell(value)));
      }
    }
  }

  async *#lines(): AsyncGenerator<string> {
    yield this.#first(this.#header());
    for await (const text of this.#spool.texts()) yield this.#line(this.#cells(JSON.parse(text) as Spooled));
  }

  #cell(value: Parameters<typeof csvCell>[0]): string {
    return csvCell(value, this.#options.max_characters);
  }

  #first(cells: readonly string[]): string {
    return `${this.#options.bom ? BYTE_ORDER_MARK : ''}${this.#line(cells)}`;
  }

  #line(cells: readonly string[]): string {
    return `${cells.join(SEPARATORS[this.#options.separator ?? 'comma'])}\r\n`;
  }

  /** What the row reports by name; the first names of the run get a column. */
  #reported(group: GroupName, row: ResultRow): Readonly<Record<string, number | null>> {
    const known = this.#names[group];
    const values = groupValues(group, row).filter(([name]) => known.has(name) || known.size < MOST_NAMES);
    for (const [name] of values) known.add(name);
    // Not by assignment, for which `__proto__` is no name.
    return Object.fromEntries(values);
  }

  /** Names that have a column, in an order that does not hang on who finished first. */
  #named(group: GroupName): readonly string[] {
    return (this.#sorted[group] ??= [...this.#names[group]].toSorted(compareNatural));
  }

  #header(): readonly string[] {
    return this.#columns.flatMap((column) =>
      isGroup(column) ? this.#named(column).map((name) => this.#cell(`${column.slice(0, -1)}: ${name}`)) : [this.#cell(column)],
    );
  }

  #cells(row: Spooled): readonly string[] {
    return this.#columns.flatMap((column, index) => {
      const cell = row[index] ?? '';
      if (typeof cell === 'string') return [cell];
      return isGroup(column) ? this.#named(column).map((name) => (Object.hasOwn(cell, name) ? this.#cell(cell[name]) : '')) : [];
    });
  }
}

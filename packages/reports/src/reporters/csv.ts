import { defineReporter, type Comparison, type ReportedRun, type Reporter, type ReporterEnvironment, type ResultRow, type VerdictThresholds } from '@assay/schema';
import * as v from 'valibot';
import { compareNatural } from '../statistics/natural-order.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { csvCell, MOST_CHARACTERS } from './csv/cell.js';
import {
  COLUMN_NAMES,
  columnValue,
  describeColumns,
  GROUP_NAMES,
  groupValues,
  isGroup,
  type ColumnName,
  type GroupName,
} from './csv/columns.js';
import { CHANGES, COMPARISON_COLUMNS, comparisonCells, describeComparisonColumns } from './csv/comparison-columns.js';
import { comparisonSides, targetBeforeOf } from './csv/comparison-sides.js';
import { OrderedSpool } from './parts/ordered-spool.js';
import { TextSpool } from './parts/text-spool.js';
import { writePieces } from './parts/write-pieces.js';

/** Most columns of evaluators, and of metrics. */
const MOST_NAMES = 200;
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const BYTE_ORDER_MARK = '\uFEFF';

const OptionsSchema = v.strictObject({
  columns: v.optional(
    v.pipe(
      v.array(v.picklist([...COLUMN_NAMES, ...GROUP_NAMES])),
      v.minLength(1, 'columns must not be empty'),
      v.description(`The columns of a run, in this order. Default: all of ${describeColumns()}. A comparison has ${describeComparisonColumns()}.`),
    ),
  ),
  separator: v.optional(
    v.pipe(v.picklist(['comma', 'semicolon', 'tab']), v.description('What stands between cells; `semicolon` for spreadsheets of countries with a decimal comma. Default `comma`.')),
  ),
  bom: v.optional(v.pipe(v.boolean(), v.description('Begins the file with a byte order mark, by which Excel knows that it is UTF-8. Default false.'))),
  max_characters: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(100),
      v.description(`Most characters of a cell; longer texts are cut, and say so. Default ${MOST_CHARACTERS}, which is what spreadsheets take.`),
    ),
  ),
});

type Options = v.InferOutput<typeof OptionsSchema>;

/** Cells of the row in the chosen columns, and by name what stands in those of a group. */
type Spooled = readonly (string | Readonly<Record<string, number | null>>)[];

class CsvReporter implements Reporter {
  readonly name = 'csv';
  readonly #options: Options;
  readonly #columns: readonly (ColumnName | GroupName)[];
  readonly #environment: ReporterEnvironment;
  readonly #spool: OrderedSpool;
  readonly #names: Readonly<Record<GroupName, Set<string>>> = { scores: new Set(), metrics: new Set() };
  readonly #sorted: Partial<Record<GroupName, readonly string[]>> = {};
  #thresholds: VerdictThresholds = VERDICT_THRESHOLDS;

  constructor(options: Options, environment: ReporterEnvironment, spool: OrderedSpool) {
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

/** One row for each trial, or for each case that changed, for spreadsheets and tables. */
export const reporter = defineReporter({
  name: 'csv',
  description: 'A table for spreadsheets, with a row for each trial: verdict, scores, costs, input and reply. Of a comparison a row for each case that changed, with both sides. No cell is a formula.',
  options: OptionsSchema,
  examples: [
    { title: 'All columns', value: { name: 'csv', file: 'results.csv' } },
    {
      title: 'Some columns, for a spreadsheet of a country with a decimal comma',
      value: { name: 'csv', file: 'results.csv', columns: ['case_id', 'target', 'verdict', 'score', 'scores', 'output'], separator: 'semicolon', bom: true },
    },
  ],
  writes: 'text/csv',
  compares: true,
  create: async (options, environment) => new CsvReporter(options, environment, await OrderedSpool.create(environment.scratchFolder)),
});

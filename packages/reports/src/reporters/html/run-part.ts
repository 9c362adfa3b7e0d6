import { rowJson, type IndexEvent, type PageLabel, type PageRun, type PageTrust, type Redactor, type ReportedLabel, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { renderExplanation } from '../../explain/render-explanation.js';
import { JudgeTable } from '../../page/judge-table.js';
import { RowIndex } from '../../page/row-index.js';
import type { SpooledText, TextSpool } from '../parts/text-spool.js';
import { packedText } from './packed-text.js';
import { DATA_END, dataStart } from './page-parts.js';

/** Rows that are packed together: the page unpacks those of a block when one of them is looked at. */
const BLOCK = 100;
/** Width of explanations, in characters. */
const COLUMNS = 100;

export interface RunPartOptions {
  /** Of the run among those of the report, from 0. */
  readonly number: number;
  readonly redactor: Redactor;
  readonly spool: TextSpool;
  /** Takes elements of the document. */
  readonly write: (text: string) => unknown;
  /** Whether it is asked where the rows of trials are. */
  readonly finds: boolean;
}

/** A run in a report: its rows go into the document as they come, their index is held back. */
export class RunPart {
  readonly #options: RunPartOptions;
  readonly #index = new RowIndex();
  readonly #judges = new JudgeTable();
  readonly #chunks: SpooledText[] = [];
  readonly #places = new Map<string, number>();
  #lines: string[] = [];
  #blocks = 0;
  #packing: Promise<void> = Promise.resolve();
  /** When the first of its trials began; undefined without one. */
  startedAt: string | undefined;
  thresholds: VerdictThresholds | undefined;

  constructor(options: RunPartOptions) {
    this.#options = options;
  }

  get rows(): number {
    return this.#index.next;
  }

  add(written: ResultRow): Promise<void> {
    // Nobody can take anything out of what is packed.
    const row = this.#options.redactor.value(written);
    const position = this.#index.next;
    if (this.#options.finds) this.#places.set(row.trialKey, position);
    this.#index.add(row);
    this.#judges.add(row, position);
    if (this.startedAt === undefined || row.startedAt < this.startedAt) this.startedAt = row.startedAt;
    const explanation = renderExplanation(row, { columns: COLUMNS, color: false, thresholds: this.thresholds });
    this.#lines.push(`{"position":${position},"explanation":${JSON.stringify(explanation)},"row":${rowJson(row)}}\n`);
    if (this.#index.isFull) this.#keepChunk();
    if (this.#lines.length === BLOCK) this.#keepBlock();
    return this.#packing;
  }

  /** All rows are there. */
  async end(): Promise<void> {
    this.#keepChunk();
    this.#keepBlock();
    await this.#packing;
    await this.#options.spool.flush();
  }

  /** `ReportRun`, piece by piece. */
  async *data(run: PageRun, labels: readonly ReportedLabel[], trust: PageTrust | undefined): AsyncGenerator<string> {
    yield `{"run":${JSON.stringify(run)},"events":[`;
    for (const at of this.#chunks) yield `${await this.#options.spool.read(at)},`;
    const events: readonly IndexEvent[] = [{ type: 'judges', judges: this.#judges.facts() }, { type: 'flips', positions: this.#index.flips() }, { type: 'end' }];
    const blocks = Array.from({ length: this.#blocks }, (_, number) => number * BLOCK);
    yield `${JSON.stringify(events).slice(1, -1)}],"blocks":${JSON.stringify(blocks)},"labels":${JSON.stringify(this.#labels(labels))}${trust ? `,"trust":${JSON.stringify(trust)}` : ''}}`;
  }

  #labels(labels: readonly ReportedLabel[]): readonly PageLabel[] {
    return labels.flatMap(({ trialKey, verdict, score, note, at }) => {
      const position = this.#places.get(trialKey);
      return position === undefined ? [] : [{ position, verdict, ...(score === undefined ? {} : { score }), note, at }];
    });
  }

  #keepChunk(): void {
    const chunk = this.#index.take();
    if (!chunk) return;
    const event: IndexEvent = { type: 'chunk', chunk };
    const { at, written } = this.#options.spool.add(JSON.stringify(event));
    this.#chunks.push(at);
    this.#packing = both(this.#packing, written);
  }

  #keepBlock(): void {
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0) return;
    const number = this.#blocks;
    this.#blocks += 1;
    this.#packing = this.#pack(this.#packing, number, lines);
  }

  /** One block after the other: packing many at once takes the memory of all of them. */
  async #pack(before: Promise<void>, number: number, lines: readonly string[]): Promise<void> {
    await before;
    const packed = await packedText(lines.join(''));
    await this.#options.write(`${dataStart(`assay-rows-${this.#options.number}-${number}`)}${packed}${DATA_END}`);
  }
}

async function both(...parts: readonly Promise<void>[]): Promise<void> {
  await Promise.all(parts);
}

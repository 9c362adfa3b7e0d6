import { ConfigError, defineReporter, encodeSummary, rowJson, type IndexEvent, type JsonObject, type PageInfo, type PageRun, type Reporter, type ReporterEnvironment, type ResultRow, type RunStart, type RunSummary } from '@assay/schema';
import * as v from 'valibot';
import { renderExplanation } from '../explain/render-explanation.js';
import { JudgeTable } from '../page/judge-table.js';
import { RowIndex } from '../page/row-index.js';
import { packedPieces, packedText } from './html/packed-text.js';
import { DATA_END, dataStart, pageParts, type PageParts } from './html/page-parts.js';
import { TextSpool, type SpooledText } from './parts/text-spool.js';

/** Rows that are packed together: the page unpacks those of a block when one of them is looked at. */
const BLOCK = 100;
/** Width of explanations, in characters. */
const COLUMNS = 100;
const INFO: PageInfo = { version: '', mode: 'file', can: { label: false, edit: false }, asked: [] };

class HtmlReporter implements Reporter {
  readonly name = 'html';
  readonly #environment: ReporterEnvironment;
  readonly #page: PageParts;
  readonly #spool: TextSpool;
  readonly #index = new RowIndex();
  readonly #judges = new JudgeTable();
  readonly #chunks: SpooledText[] = [];
  readonly #blocks: { readonly from: number; readonly at: SpooledText }[] = [];
  #lines: string[] = [];
  #packing: Promise<void> = Promise.resolve();
  #run: RunStart | undefined;
  #startedAt: string | undefined;

  constructor(environment: ReporterEnvironment, page: PageParts, spool: TextSpool) {
    this.#environment = environment;
    this.#page = page;
    this.#spool = spool;
  }

  runStarted(run: RunStart): void {
    this.#run = run;
  }

  trialFinished(written: ResultRow): Promise<void> {
    // Nobody can take anything out of what is packed.
    const row = this.#environment.redactor.value(written);
    const position = this.#index.next;
    this.#index.add(row);
    this.#judges.add(row, position);
    if (this.#startedAt === undefined || row.startedAt < this.#startedAt) this.#startedAt = row.startedAt;
    const explanation = renderExplanation(row, { columns: COLUMNS, color: false, thresholds: this.#run?.thresholds });
    this.#lines.push(`{"position":${position},"explanation":${JSON.stringify(explanation)},"row":${rowJson(row)}}\n`);
    if (this.#index.isFull) this.#keepChunk();
    if (this.#lines.length === BLOCK) this.#keepBlock();
    return this.#packing;
  }

  async runFinished(summary: RunSummary): Promise<void> {
    this.#keepChunk();
    this.#keepBlock();
    await this.#packing;
    await this.#spool.flush();
    const { output } = this.#environment;
    await output.write(this.#page.before);
    await output.write(dataStart('assay-page'));
    for await (const piece of packedPieces(this.#data(summary))) await output.write(piece);
    await output.write(DATA_END);
    for (const [number, { at }] of this.#blocks.entries()) await output.write(`${dataStart(`assay-rows-${number}`)}${await this.#spool.read(at)}${DATA_END}`);
    await output.write(this.#page.after);
  }

  close(): Promise<void> {
    return this.#spool.close();
  }

  #keepChunk(): void {
    const chunk = this.#index.take();
    if (!chunk) return;
    const event: IndexEvent = { type: 'chunk', chunk };
    const { at, written } = this.#spool.add(JSON.stringify(event));
    this.#chunks.push(at);
    this.#packing = this.#all(this.#packing, written);
  }

  async #all(...parts: readonly Promise<void>[]): Promise<void> {
    await Promise.all(parts);
  }

  #keepBlock(): void {
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0) return;
    const from = this.#blocks.length * BLOCK;
    const slot = this.#blocks.push({ from, at: { offset: 0, length: 0 } }) - 1;
    this.#packing = this.#pack(this.#packing, slot, lines);
  }

  /** One block after the other: packing many at once takes the memory of all of them. */
  async #pack(before: Promise<void>, slot: number, lines: readonly string[]): Promise<void> {
    await before;
    const { at, written } = this.#spool.add(await packedText(lines.join('')));
    this.#blocks[slot] = { from: slot * BLOCK, at };
    await written;
  }

  /** `ReportData`, piece by piece. */
  async *#data(summary: RunSummary): AsyncGenerator<string> {
    yield `{"page":${JSON.stringify(INFO)},"run":${JSON.stringify(this.#pageRun(summary))},"events":[`;
    for (const at of this.#chunks) yield `${await this.#spool.read(at)},`;
    const events: readonly IndexEvent[] = [{ type: 'judges', judges: this.#judges.facts() }, { type: 'flips', positions: this.#index.flips() }, { type: 'end' }];
    yield `${JSON.stringify(events).slice(1, -1)}],"blocks":${JSON.stringify(this.#blocks.map(({ from }) => from))},"labels":[]}`;
  }

  #pageRun(written: RunSummary): PageRun {
    const { redactor } = this.#environment;
    const summary = redactor.value(encodeSummary(written)) as JsonObject;
    const { runId = '', location = '', suites = [], targets = [], judges = [] } = redactor.value(this.#run) ?? {};
    const manifest = {
      run_id: runId,
      status: written.complete ? 'finished' : 'interrupted',
      started_at: this.#startedAt ?? null,
      suites: suites.map((name) => ({ name })),
      targets: targets.map((name) => ({ name })),
      judges: [...judges],
    };
    return { id: runId, location, state: 'ended', manifest, summary, rows: this.#index.next };
  }
}

/** The page of a run in one file, to be handed on. */
export const reporter = defineReporter({
  name: 'html',
  description: 'A page for the browser in one file: all replies with their scores, to search, filter and look into. It loads nothing from elsewhere.',
  options: v.strictObject({}),
  examples: [{ title: 'A page', value: { name: 'html', file: 'results.html' } }],
  writes: 'text/html',
  create: async (_options, environment) => {
    if (!environment.page) throw new ConfigError('reporter html needs the page that shows runs, which is not here', { hint: 'use the assay command, or give the environment of the reporter a page' });
    const page = pageParts(await environment.page());
    return new HtmlReporter(environment, page, await TextSpool.create(environment.scratchFolder));
  },
});

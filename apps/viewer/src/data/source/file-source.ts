import type { IndexEvent, PageLabel, PageRow, ReportData, SearchEvent, SearchRequest } from '@assay/schema';
import { searchPattern } from '../../text/search-pattern.js';
import type { PageSource } from './page-source.js';
import { readLines } from './read-lines.js';
import { SourceError } from './source-error.js';

/** Blocks of rows that are kept after they were looked at. */
const MOST_KEPT = 8;
/** A pattern that takes so long in a search, in milliseconds, is given up: after a text, since nothing can end it within one. */
const DEADLINE_MS = 2000;

function element(id: string): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`#${id}`) ?? undefined;
}

/** Whether the page holds its data itself. */
export const isReport = (): boolean => element('assay-page') !== undefined;

/** What an element of a report holds: base64 of gzip. */
function unpacked(id: string): ReadableStream<Uint8Array> {
  const text = element(id)?.textContent;
  if (text === undefined || text === null) throw new SourceError('A part of this report is missing.', { hint: 'Was the file cut short? Write the report again.', gone: false });
  const packed = atob(text.trim());
  const bytes = Uint8Array.from(packed, (character) => character.codePointAt(0) ?? 0);
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}

const notHere = (): Promise<never> => Promise.reject(new SourceError('A report of one file cannot do that.', { hint: 'assay view can.', gone: false }));

/** What a search looks at in a row, by field. */
function textsOf({ row }: PageRow): Readonly<Record<string, string>> {
  const { input, output, evaluators, error, case_id: id } = row;
  return { input: JSON.stringify(input), reply: String((output as { text?: unknown } | null)?.text ?? ''), reasons: JSON.stringify(evaluators), id: String(id), error: JSON.stringify(error ?? '') };
}

function matcher({ text, pattern }: SearchRequest): (value: string) => boolean {
  if (pattern) {
    const expression = searchPattern(text);
    return (value) => expression.test(value);
  }
  const sought = text.toLowerCase();
  // Texts inside of data stand there as JSON writes them.
  const quoted = JSON.stringify(sought).slice(1, -1);
  return (value) => {
    const low = value.toLowerCase();
    return low.includes(sought) || low.includes(quoted);
  };
}

/** A report of one file: it holds the run, and nobody has to be asked. */
export class FileSource implements PageSource {
  readonly #data: Promise<ReportData> = this.#read();
  readonly #blocks = new Map<number, Promise<readonly PageRow[]>>();

  async #read(): Promise<ReportData> {
    let data: ReportData | undefined;
    await readLines(unpacked('assay-page'), (value) => {
      data = value as ReportData;
    });
    if (data === undefined) throw new SourceError('This report holds no data.', { gone: false });
    return data;
  }

  async page() {
    return (await this.#data).page;
  }

  async runs() {
    return [(await this.#data).run];
  }

  async run(id: string) {
    const { run } = await this.#data;
    if (run.id !== id) throw new SourceError(`This report is of the run ${run.id}, not of ${id}.`, { gone: false });
    return run;
  }

  async index(_: string, { from, signal, onEvent }: { readonly from: number; readonly signal: AbortSignal; readonly onEvent: (event: IndexEvent) => void }) {
    const { events } = await this.#data;
    if (from > 0) return;
    for (const event of events) {
      if (signal.aborted) return;
      onEvent(event);
    }
  }

  /** @param number of a block, from 0 */
  #block(number: number): Promise<readonly PageRow[]> {
    const kept = this.#blocks.get(number);
    if (kept !== undefined) return kept;
    const reading = (async () => {
      const rows: PageRow[] = [];
      await readLines(unpacked(`assay-rows-${number}`), (value) => rows.push(value as PageRow));
      return rows;
    })();
    this.#blocks.set(number, reading);
    const oldest = this.#blocks.keys().next().value;
    if (this.#blocks.size > MOST_KEPT && oldest !== undefined) this.#blocks.delete(oldest);
    return reading;
  }

  async rows(_: string, positions: readonly number[]) {
    const { blocks } = await this.#data;
    const found: PageRow[] = [];
    for (const position of positions) {
      const number = blocks.findLastIndex((first) => first <= position);
      const row = (await this.#block(number)).find((one) => one.position === position);
      if (row !== undefined) found.push(row);
    }
    return found;
  }

  async search(_: string, request: SearchRequest, signal: AbortSignal, onEvent: (event: SearchEvent) => void) {
    const { blocks } = await this.#data;
    let matches: (value: string) => boolean;
    try {
      matches = matcher(request);
    } catch (error) {
      return onEvent({ type: 'error', message: error instanceof Error ? error.message : String(error) });
    }
    let [searched, took] = [0, 0];
    for (let number = 0; number < blocks.length; number += 1) {
      const rows = await this.#block(number);
      if (signal.aborted) return undefined;
      const began = performance.now();
      const hits = rows.filter((row) => Object.entries(textsOf(row)).some(([field, text]) => (request.fields.length === 0 || request.fields.some((one) => one === field)) && matches(text)));
      took += performance.now() - began;
      searched += rows.length;
      if (hits.length > 0) onEvent({ type: 'hits', positions: hits.map(({ position }) => position) });
      if (request.pattern && took > DEADLINE_MS) return onEvent({ type: 'error', message: 'This pattern takes too long.' });
    }
    return onEvent({ type: 'end', searched });
  }

  async labels(): Promise<readonly PageLabel[]> {
    return (await this.#data).labels;
  }

  addLabel = notHere;
  edit = notHere;
}

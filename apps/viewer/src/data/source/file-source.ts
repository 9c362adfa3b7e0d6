import type { IndexEvent, PageChange, PageInfo, PageLabel, PageRow, PageTrust, ReportData, ReportRun, SearchEvent, SearchRequest } from '@assay/schema';
import { searchPattern } from './search-pattern.js';
import type { ComparedRuns, PageSource } from './page-source.js';
import { PatternWorker } from './pattern-worker.js';
import { readLines } from './read-lines.js';
import { SourceError } from './source-error.js';

/** Blocks of rows that are kept after they were looked at. */
const MOST_KEPT = 8;

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

/** The changes that a report tells of, if they are those of what is looked at. */
function toldChanges({ comparison }: PageInfo, runs: readonly ReportRun[], { a, b, sides }: ComparedRuns): readonly PageChange[] | undefined {
  const [first, second = first] = runs;
  if (comparison?.kind !== 'runs' || first?.run.id !== a || second?.run.id !== b) return undefined;
  const isVariant = ([before, now]: readonly string[]): boolean => sides.a.variant === `prompt:${before}` && sides.b.variant === `prompt:${now}`;
  const isOfVariants = sides.a.variant !== undefined || sides.b.variant !== undefined;
  if (comparison.prompts === undefined ? isOfVariants : !isVariant(comparison.prompts)) return undefined;
  const told = comparison.changes.filter(({ targets: [before, now] }) => (sides.a.target ?? before) === before && (sides.b.target ?? now) === now);
  return told.length === 0 ? undefined : told;
}

/** Finds something in the rows of a block. */
interface Finder {
  /** Whether each of them has it; undefined when that takes too long. */
  find(rows: readonly (readonly string[])[]): Promise<readonly boolean[] | undefined>;
  end(): void;
}

function textFinder(text: string): Finder {
  const sought = text.toLowerCase();
  // Texts inside of data stand there as JSON writes them.
  const quoted = JSON.stringify(sought).slice(1, -1);
  const has = (value: string): boolean => {
    const low = value.toLowerCase();
    return low.includes(sought) || low.includes(quoted);
  };
  return { find: async (rows) => rows.map((texts) => texts.some(has)), end: () => undefined };
}

function patternFinder(text: string): Finder {
  const worker = new PatternWorker(searchPattern(text));
  return { find: (rows) => worker.matches(rows), end: () => worker.end() };
}

interface Search {
  readonly fields: SearchRequest['fields'];
  readonly finder: Finder;
  readonly signal: AbortSignal;
  readonly onEvent: (event: SearchEvent) => void;
}

/** A report of one file: it holds its runs, and nobody has to be asked. */
export class FileSource implements PageSource {
  readonly changes = false;
  readonly #data: Promise<ReportData> = this.#read();
  /** By the ids of their elements. */
  readonly #blocks = new Map<string, Promise<readonly PageRow[]>>();

  async #read(): Promise<ReportData> {
    let data: ReportData | undefined;
    await readLines(unpacked('assay-page'), (value) => {
      data = value as ReportData;
    });
    if (data === undefined) throw new SourceError('This report holds no data.', { gone: false });
    return data;
  }

  /** A run of the report, with its number there. */
  async #run(id: string): Promise<{ readonly number: number; readonly of: ReportRun }> {
    const { runs } = await this.#data;
    const number = runs.findIndex(({ run }) => run.id === id);
    const of = runs[number];
    if (of === undefined) throw new SourceError(`This report is of ${runs.map(({ run }) => run.id).join(' and ')}, not of ${id}.`, { gone: false });
    return { number, of };
  }

  async page() {
    return (await this.#data).page;
  }

  async runs() {
    return (await this.#data).runs.map(({ run }) => run);
  }

  async run(id: string) {
    return (await this.#run(id)).of.run;
  }

  async index(id: string, { from, signal, onEvent }: { readonly from: number; readonly signal: AbortSignal; readonly onEvent: (event: IndexEvent) => void }) {
    const { of } = await this.#run(id);
    if (from > 0) return;
    for (const event of of.events) {
      if (signal.aborted) return;
      onEvent(event);
    }
  }

  /** Both are numbers from 0. */
  #block(run: number, number: number): Promise<readonly PageRow[]> {
    const id = `assay-rows-${run}-${number}`;
    const kept = this.#blocks.get(id);
    if (kept !== undefined) return kept;
    const reading = (async () => {
      const rows: PageRow[] = [];
      await readLines(unpacked(id), (value) => rows.push(value as PageRow));
      return rows;
    })();
    this.#blocks.set(id, reading);
    const oldest = this.#blocks.keys().next().value;
    if (this.#blocks.size > MOST_KEPT && oldest !== undefined) this.#blocks.delete(oldest);
    return reading;
  }

  async rows(id: string, positions: readonly number[]) {
    const { number, of } = await this.#run(id);
    const found: PageRow[] = [];
    for (const position of positions) {
      const block = of.blocks.findLastIndex((first) => first <= position);
      const row = (await this.#block(number, block)).find((one) => one.position === position);
      if (row !== undefined) found.push(row);
    }
    return found;
  }

  async search(id: string, { text, pattern, fields }: SearchRequest, signal: AbortSignal, onEvent: (event: SearchEvent) => void) {
    const { number, of } = await this.#run(id);
    const finder = pattern ? patternFinder(text) : textFinder(text);
    const end = (): void => finder.end();
    signal.addEventListener('abort', end, { once: true });
    try {
      const ended = await this.#look(number, of, { fields, finder, signal, onEvent });
      if (!signal.aborted) onEvent(ended);
    } finally {
      signal.removeEventListener('abort', end);
      finder.end();
    }
  }

  /** Looks into one block after the other, and tells of hits. @returns how it ended */
  async #look(run: number, { blocks }: ReportRun, { fields, finder, signal, onEvent }: Search): Promise<SearchEvent> {
    let searched = 0;
    for (let number = 0; number < blocks.length && !signal.aborted; number += 1) {
      const rows = await this.#block(run, number);
      const texts = rows.map((row) => Object.entries(textsOf(row)).flatMap(([field, value]) => (fields.length === 0 || fields.some((one) => one === field) ? [value] : [])));
      const found = await finder.find(texts);
      if (found === undefined) return { type: 'error', message: 'This pattern takes more than 1 s on a single row.' };
      const positions = rows.flatMap(({ position }, at) => (found[at] === true ? [position] : []));
      searched += rows.length;
      if (positions.length > 0 && !signal.aborted) onEvent({ type: 'hits', positions });
    }
    return { type: 'end', searched };
  }

  async compare(compared: ComparedRuns) {
    const { page, runs } = await this.#data;
    return toldChanges(page, runs, compared);
  }

  async labels(id: string): Promise<readonly PageLabel[]> {
    return (await this.#run(id)).of.labels;
  }

  async trust(id: string): Promise<PageTrust> {
    return (await this.#run(id)).of.trust ?? { calibration: null, ranking: null, problems: [] };
  }

  labelling = notHere;
  label = notHere;
  addLabel = notHere;
  edit = notHere;
}

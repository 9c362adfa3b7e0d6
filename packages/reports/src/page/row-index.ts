import type { IndexChunk, IndexColumns, ResultRow, Verdict } from '@assay/schema';
import { boundedLine } from '../statistics/problems/bounded-line.js';
import { FlipFinder } from './flip-finder.js';
import { NameTable } from './index-names.js';
import { rowFlags } from './row-flags.js';

/** Rows of the first chunk: what a page paints before it has the rest. */
export const FIRST_CHUNK = 200;
/** Most rows of a chunk. */
export const CHUNK = 2000;
/** Longest beginning of a reply, in characters. */
const REPLY_CHARACTERS = 160;
const VERDICTS: Readonly<Record<Verdict, number>> = { fail: 0, borderline: 1, pass: 2 };
/** More targets, or variants, than this count as one where flips are looked for. */
const MOST_APART = 1024;

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

function emptyColumns(): Writable<IndexColumns> {
  return {
    case: [],
    target: [],
    variant: [],
    repeat: [],
    verdict: [],
    score: [],
    worst: [],
    best: [],
    latency: [],
    cost: [],
    judging: [],
    saved: [],
    spared: [],
    input: [],
    output: [],
    read: [],
    written: [],
    kept: [],
    attempts: [],
    started: [],
    error: [],
    flags: [],
    scores: [],
    reply: [],
  };
}

/** What becomes of a row beside being stored. */
export interface RowStanding {
  /** Position of the row of the same trial that it takes the place of. */
  readonly replaces?: number | undefined;
  /** True for a row that does not count. */
  readonly outside?: boolean | undefined;
}

function keptTokens({ saved }: ResultRow): IndexColumns['kept'][number] {
  const { usage, judgeUsage } = saved ?? {};
  if (!usage && !judgeUsage) return null;
  return [usage?.inputTokens ?? 0, usage?.outputTokens ?? 0, judgeUsage?.inputTokens ?? 0, judgeUsage?.outputTokens ?? 0];
}

function sentFor({ attempts, cached, latencyMs, error }: ResultRow): number | null {
  if (attempts) return attempts.sent;
  if (latencyMs !== null) return cached ? 0 : 1;
  return error ? null : 0;
}

/**
 * Makes the index of a run of its rows, one after the other, in chunks. Holds one chunk, the names of the run, and for each row
 * some bytes.
 */
export class RowIndex {
  readonly #names = new NameTable();
  readonly #flips = new FlipFinder();
  #columns = emptyColumns();
  #gone: number[] = [];
  #from = 0;
  #rows = 0;

  /** Position of the next row. */
  get next(): number {
    return this.#from + this.#rows;
  }

  /** Whether the chunk is as large as one should be. */
  get isFull(): boolean {
    return this.#rows >= (this.#from === 0 ? FIRST_CHUNK : CHUNK);
  }

  add(row: ResultRow, { replaces, outside = false }: RowStanding = {}): void {
    const position = this.next;
    const [inCase, target, variant] = [this.#names.caseOf(row), this.#names.targets.of(row.target), this.#names.variants.of(row.variant.label)];
    this.#columns.case.push(inCase);
    this.#columns.target.push(target);
    this.#columns.variant.push(variant);
    this.#addFigures(row);
    this.#columns.error.push(row.error === undefined ? null : this.#names.errors.of(row.error.code));
    this.#columns.scores.push(row.evaluators.flatMap(({ name, score }) => [this.#names.evaluators.of(name), score]));
    this.#flips.add((inCase * MOST_APART + (target % MOST_APART)) * MOST_APART + (variant % MOST_APART), outside ? null : row.verdict);
    this.#rows += 1;
    if (outside) this.#gone.push(position);
    if (replaces === undefined) return;
    this.#gone.push(replaces);
    this.#flips.remove(replaces);
  }

  /** The rows since the last chunk, and those that went; undefined when there is nothing. */
  take(): IndexChunk | undefined {
    if (this.#rows === 0 && this.#gone.length === 0) return undefined;
    const chunk = { from: this.#from, rows: this.#rows, names: this.#names.takeFresh(), columns: this.#columns, gone: this.#gone };
    this.#from += this.#rows;
    this.#rows = 0;
    this.#columns = emptyColumns();
    this.#gone = [];
    return chunk;
  }

  /** Positions of all rows so far whose verdict differs from that of another repeat. */
  flips(): readonly number[] {
    return this.#flips.positions();
  }

  #addFigures(row: ResultRow): void {
    const columns = this.#columns;
    const { output, usage, judgeUsage } = row;
    columns.repeat.push(row.repeat);
    columns.verdict.push(row.verdict === null ? null : VERDICTS[row.verdict]);
    columns.score.push(row.score);
    columns.worst.push(row.scoreBounds.worst);
    columns.best.push(row.scoreBounds.best);
    columns.latency.push(row.latencyMs);
    columns.cost.push(row.costUsd ?? null);
    columns.judging.push(row.judgeCostUsd ?? null);
    columns.saved.push(row.saved?.costUsd ?? null);
    columns.spared.push(row.saved?.judgeCostUsd ?? null);
    columns.input.push(usage?.inputTokens ?? null);
    columns.output.push(usage?.outputTokens ?? null);
    columns.read.push(judgeUsage?.inputTokens ?? null);
    columns.written.push(judgeUsage?.outputTokens ?? null);
    columns.kept.push(keptTokens(row));
    columns.attempts.push(sentFor(row));
    columns.started.push(Date.parse(row.startedAt) || 0);
    columns.flags.push(rowFlags(row));
    columns.reply.push(output === null ? null : boundedLine(output.text, REPLY_CHARACTERS));
  }
}

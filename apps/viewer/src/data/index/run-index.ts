import type { IndexCase, IndexChunk, IndexColumns } from '@assay/schema';
import { CaseClusters } from './case-clusters.js';
import { CaseOrder } from './case-order.js';
import { withRoom } from './growing.js';
import { compareNatural, compareVariants, orderBy, rank } from './name-order.js';
import { SharedValues } from './shared-values.js';

/** Where a row has no such value. Figures have NaN there. */
export const NONE = -1;

/** Verdicts by the numbers that the index has for them. */
export const FAIL = 0;
export const BORDERLINE = 1;
export const PASS = 2;

/** Numbers of kept tokens for each row. */
const KEPT = 4;

/** What stays known of a case. */
export type KnownCase = Omit<IndexCase, 'source'>;

interface Names {
  readonly suites: { readonly name: string; readonly path: string }[];
  readonly cases: KnownCase[];
  readonly targets: string[];
  readonly variants: string[];
  readonly tags: string[];
  readonly evaluators: string[];
  readonly errors: string[];
  readonly metadata: string[];
}

/** The names that readers choose from, in the order in which the run has them. */
export interface OrderedNames {
  readonly suites: readonly { readonly name: string; readonly path: string }[];
  readonly targets: readonly string[];
  readonly variants: readonly string[];
}

/** Where suites, targets and variants stand, by their numbers. */
interface Ranks {
  readonly targets: readonly number[];
  readonly variants: readonly number[];
}

/** What a run was asked for, as far as it says. */
export interface AskedFor {
  readonly suites: readonly string[];
  readonly targets: readonly string[];
}

/** Numbers of a column, with another one where there is none. */
function put(to: { [position: number]: number }, from: number, values: readonly (number | null)[], missing: number): void {
  for (let index = 0; index < values.length; index += 1) to[from + index] = values[index] ?? missing;
}

/**
 * What the page knows of all rows of a run, as columns of numbers: a filter is a loop over some of them, and 100,000 rows take some
 * megabytes. Positions count rows in the order in which they were stored. Arrays have room behind the last row.
 */
export class RunIndex {
  readonly names: Names = { suites: [], cases: [], targets: [], variants: [], tags: [], evaluators: [], errors: [], metadata: [] };
  rows = 0;
  /** Rows that count. */
  live = 0;
  case = new Int32Array(0);
  target = new Int32Array(0);
  variant = new Int32Array(0);
  repeat = new Int32Array(0);
  /** {@link FAIL}, {@link BORDERLINE}, {@link PASS}; {@link NONE} when open or unscored. */
  verdict = new Int8Array(0);
  /** All digits of it: with those of 32 bits 0.8 is 0.80000001, which is no limit of verdicts any more. */
  score = new Float64Array(0);
  worst = new Float32Array(0);
  best = new Float32Array(0);
  latency = new Float32Array(0);
  cost = new Float32Array(0);
  judging = new Float32Array(0);
  saved = new Float32Array(0);
  spared = new Float32Array(0);
  input = new Float32Array(0);
  output = new Float32Array(0);
  read = new Float32Array(0);
  written = new Float32Array(0);
  /** Four numbers for each row: tokens of `input`, `output`, `read` and `written` that were used at another time. */
  kept = new Float32Array(0);
  /** NaN where nobody tells. */
  attempts = new Float32Array(0);
  started = new Float64Array(0);
  error = new Int32Array(0);
  flags = new Uint16Array(0);
  /** 1 for a row that does not count any more. */
  gone = new Uint8Array(0);
  /** Where the scores of a row's evaluators begin; those of the last row end at the entry behind. */
  scoresFrom = new Int32Array(1);
  scoreOf = new Int32Array(0);
  scoreIs = new Float64Array(0);
  readonly reply: (string | null)[] = [];
  /** For each case, where it stands in the order of the files. */
  readonly order = new CaseOrder();
  /** Rows come as they end, and so do names: these stand as the run was asked for them. */
  ordered: OrderedNames = { suites: [], targets: [], variants: [] };
  #ranks: Ranks = { targets: [], variants: [] };
  #asked: AskedFor = { suites: [], targets: [] };
  readonly #clusters = new CaseClusters();
  readonly #texts = new SharedValues<string>();
  readonly #tags = new SharedValues<readonly number[]>();
  /** The greatest number of repeats. */
  repeats = 1;

  /** Takes a chunk in. One that was there before (a server that was asked again) changes nothing. */
  append(chunk: IndexChunk): void {
    if (chunk.from >= this.rows) this.#takeRows(chunk);
    this.#takeGone(chunk.gone);
  }

  #takeRows(chunk: IndexChunk): void {
    this.#takeNames(chunk);
    const end = chunk.from + chunk.rows;
    this.#makeRoom(end);
    this.#takeColumns(chunk.from, chunk.columns);
    this.#takeScores(chunk.from, chunk.columns.scores);
    for (const repeat of chunk.columns.repeat) if (repeat > this.repeats) this.repeats = repeat;
    for (const reply of chunk.columns.reply) this.reply.push(reply === null ? null : this.#texts.of(reply, reply));
    this.rows = end;
    this.live += chunk.rows;
  }

  /** Puts names, cases and columns in the order in which a run was asked for them. */
  arrange(asked: AskedFor): void {
    this.#asked = asked;
    this.#order();
  }

  /** Where a target with a variant stands among the others. */
  columnRank(target: number, variant: number): number {
    return (this.#ranks.targets[target] ?? 0) * Math.max(1, this.names.variants.length) + (this.#ranks.variants[variant] ?? 0);
  }

  /** Where a row stands: by its case, then by its target and variant. */
  placeOf(position: number): number {
    const columns = Math.max(1, this.names.targets.length) * Math.max(1, this.names.variants.length);
    return this.order.keyOf(this.case[position] ?? 0) * columns + this.columnRank(this.target[position] ?? 0, this.variant[position] ?? 0);
  }

  #order(): void {
    const bySuite = orderBy(this.#asked.suites);
    const suites = rank(this.names.suites, (a, b) => bySuite(a.name, b.name) || compareNatural(a.path, b.path));
    const targets = rank(this.names.targets, orderBy(this.#asked.targets));
    const variants = rank(this.names.variants, compareVariants);
    this.ordered = { suites: suites.sorted, targets: targets.sorted, variants: variants.sorted };
    this.#ranks = { targets: targets.rankOf, variants: variants.rankOf };
    this.order.orderSuites(suites.rankOf);
  }

  /** Gives these rows a flag, and takes it from all others. */
  mark(positions: readonly number[], flag: number): void {
    for (let position = 0; position < this.rows; position += 1) this.flags[position] = (this.flags[position] ?? 0) & ~flag;
    for (const position of positions) this.flags[position] = (this.flags[position] ?? 0) | flag;
  }

  /** How many cases there are, those of a conversation as one. */
  get clusters(): number {
    return this.#clusters.count;
  }

  /** Number of a case among {@link clusters}. */
  clusterOf(number: number): number {
    return this.#clusters.of(number);
  }

  /** The tokens that a row took in its run: of its target, and of its judges. What was kept from another time is no part of them. */
  tokensOf(position: number): { readonly input: number; readonly output: number; readonly read: number; readonly written: number } {
    const spent = (of: Float32Array, which: number): number => Math.max(0, (of[position] || 0) - (this.kept[position * KEPT + which] ?? 0));
    return { input: spent(this.input, 0), output: spent(this.output, 1), read: spent(this.read, 2), written: spent(this.written, 3) };
  }

  suiteOf(position: number): number {
    return this.caseOf(position).suite;
  }

  caseOf(position: number): KnownCase {
    const found = this.names.cases[this.case[position] ?? NONE];
    if (found === undefined) throw new RangeError(`there is no row at ${position}`);
    return found;
  }

  #takeGone(positions: readonly number[]): void {
    for (const position of positions) {
      if (position < this.rows && this.gone[position] === 0) {
        this.gone[position] = 1;
        this.live -= 1;
      }
    }
  }

  #takeNames({ names }: IndexChunk): void {
    this.names.suites.push(...names.suites);
    for (const one of names.cases) {
      this.order.add(one);
      this.#clusters.add(one);
      // Where a case stands in its file is its place in the order, and in its rows: a hundred thousand texts less.
      const { suite, id, conversation, weight, tags, question, metadata } = one;
      this.names.cases.push({ suite, id, conversation, weight, tags: this.#tags.of(tags.join(' '), tags), question: this.#texts.of(question, question), metadata });
    }
    this.names.targets.push(...names.targets);
    this.names.variants.push(...names.variants);
    this.names.tags.push(...names.tags);
    this.names.evaluators.push(...names.evaluators);
    this.names.errors.push(...names.errors);
    this.names.metadata.push(...names.metadata);
    if (names.suites.length + names.targets.length + names.variants.length > 0) this.#order();
  }

  #makeRoom(end: number): void {
    this.case = withRoom(this.case, end);
    this.target = withRoom(this.target, end);
    this.variant = withRoom(this.variant, end);
    this.repeat = withRoom(this.repeat, end);
    this.verdict = withRoom(this.verdict, end);
    this.score = withRoom(this.score, end);
    this.worst = withRoom(this.worst, end);
    this.best = withRoom(this.best, end);
    this.latency = withRoom(this.latency, end);
    this.cost = withRoom(this.cost, end);
    this.judging = withRoom(this.judging, end);
    this.saved = withRoom(this.saved, end);
    this.spared = withRoom(this.spared, end);
    this.input = withRoom(this.input, end);
    this.output = withRoom(this.output, end);
    this.read = withRoom(this.read, end);
    this.written = withRoom(this.written, end);
    this.kept = withRoom(this.kept, end * KEPT);
    this.attempts = withRoom(this.attempts, end);
    this.started = withRoom(this.started, end);
    this.error = withRoom(this.error, end);
    this.flags = withRoom(this.flags, end);
    this.gone = withRoom(this.gone, end);
    this.scoresFrom = withRoom(this.scoresFrom, end + 1);
  }

  #takeColumns(from: number, columns: IndexColumns): void {
    put(this.case, from, columns.case, NONE);
    put(this.target, from, columns.target, NONE);
    put(this.variant, from, columns.variant, NONE);
    put(this.repeat, from, columns.repeat, 1);
    put(this.verdict, from, columns.verdict, NONE);
    put(this.score, from, columns.score, Number.NaN);
    put(this.worst, from, columns.worst, 0);
    put(this.best, from, columns.best, 1);
    put(this.latency, from, columns.latency, Number.NaN);
    put(this.cost, from, columns.cost, Number.NaN);
    put(this.judging, from, columns.judging, Number.NaN);
    put(this.saved, from, columns.saved, 0);
    put(this.spared, from, columns.spared, 0);
    put(this.input, from, columns.input, Number.NaN);
    put(this.output, from, columns.output, Number.NaN);
    put(this.read, from, columns.read, Number.NaN);
    put(this.written, from, columns.written, Number.NaN);
    columns.kept.forEach((tokens, row) => tokens && this.kept.set(tokens, (from + row) * KEPT));
    put(this.attempts, from, columns.attempts, Number.NaN);
    put(this.started, from, columns.started, 0);
    put(this.error, from, columns.error, NONE);
    put(this.flags, from, columns.flags, 0);
  }

  #takeScores(from: number, rows: readonly (readonly (number | null)[])[]): void {
    let at = this.scoresFrom[from] ?? 0;
    const more = rows.reduce((sum, pairs) => sum + pairs.length / 2, 0);
    this.scoreOf = withRoom(this.scoreOf, at + more);
    this.scoreIs = withRoom(this.scoreIs, at + more);
    for (let index = 0; index < rows.length; index += 1) {
      const pairs = rows[index] ?? [];
      for (let pair = 0; pair < pairs.length; pair += 2) {
        this.scoreOf[at] = pairs[pair] ?? NONE;
        this.scoreIs[at] = pairs[pair + 1] ?? Number.NaN;
        at += 1;
      }
      this.scoresFrom[from + index + 1] = at;
    }
  }
}

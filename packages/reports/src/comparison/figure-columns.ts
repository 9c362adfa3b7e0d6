import type { MeasureName, ResultRow } from '@assay/schema';

/** What is read of a reply: its score, or what it took. */
export type FigureName = 'score' | MeasureName;

/** The ends of a score: what it would be with everything unscored at 0, and at 1. */
export type ScoreEnd = 'worst' | 'best';

/** The figures of replies, numbered in the order in which they are added. */
export interface FigureColumns {
  /** @param before the reply to the same case that was added last; -1 for its first one */
  add(row: ResultRow, before: number): number;
  repeat(reply: number): number;
  /** Null where it has none: unscored, or not known. */
  figure(name: FigureName | ScoreEnd, reply: number): number | null;
  /** The reply to the same case that was added before; -1 for none. */
  before(reply: number): number;
}

const FIRST_SIZE = 64;

/** The longer list of the same kind, with what stands in the other one. */
function grown<T extends Float64Array | Int32Array>(list: T, size: number): T {
  const larger = new (list.constructor as new (size: number) => T)(size);
  larger.set(list);
  return larger;
}

/** Figures in columns of numbers: objects for the replies of 100,000 cases would take ten times as much memory. */
export function createFigureColumns(): FigureColumns {
  let count = 0;
  let repeats = new Int32Array(FIRST_SIZE);
  let links = new Int32Array(FIRST_SIZE);
  // NaN stands for what is not known; no figure of a row is NaN.
  const figures: Record<FigureName | ScoreEnd, Float64Array> = {
    score: new Float64Array(FIRST_SIZE),
    worst: new Float64Array(FIRST_SIZE),
    best: new Float64Array(FIRST_SIZE),
    cost_usd: new Float64Array(FIRST_SIZE),
    latency_ms: new Float64Array(FIRST_SIZE),
    tokens: new Float64Array(FIRST_SIZE),
  };
  const grow = (size: number): void => {
    repeats = grown(repeats, size);
    links = grown(links, size);
    for (const name of Object.keys(figures) as (keyof typeof figures)[]) figures[name] = grown(figures[name], size);
  };
  return {
    add({ repeat, score, scoreBounds, costUsd, costIncomplete, latencyMs, usage }, before) {
      if (count === repeats.length) grow(2 * count);
      repeats[count] = repeat;
      links[count] = before;
      figures.score[count] = score ?? Number.NaN;
      figures.worst[count] = score === null ? 0 : Math.min(score, scoreBounds.worst);
      figures.best[count] = score === null ? 1 : Math.max(score, scoreBounds.best);
      figures.cost_usd[count] = costIncomplete === true ? Number.NaN : (costUsd ?? Number.NaN);
      figures.latency_ms[count] = latencyMs ?? Number.NaN;
      figures.tokens[count] = usage === undefined ? Number.NaN : usage.inputTokens + usage.outputTokens;
      count += 1;
      return count - 1;
    },
    repeat: (reply) => repeats[reply] ?? 0,
    figure(name, reply) {
      const value = figures[name][reply] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    },
    before: (reply) => links[reply] ?? -1,
  };
}

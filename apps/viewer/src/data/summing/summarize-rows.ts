import { INDEX_FLAGS } from '@assay/schema';
import type { Interval } from '@assay/statistics';
import type { MeanWithInterval } from '../../figures/intervals.js';
import { GroupedMeans } from './grouped-means.js';
import { stateOf } from '../index/row-state.js';
import { NONE, PASS, type RunIndex } from '../index/run-index.js';

/** Figures of some rows. */
export interface RowsSummary extends MeanWithInterval {
  readonly rows: number;
  /** Of 95 %, of the share that passed of the scored rows; undefined without any. */
  readonly passInterval: Interval | undefined;
  /** By numbers of states. */
  readonly states: readonly number[];
  /** US dollars that were spent in the run; undefined when no price is known. */
  readonly cost: number | undefined;
  readonly judging: number | undefined;
  /** US dollars for targets and judges that were not, since replies and judgements were kept. */
  readonly saved: number;
  /** True if a price of a target is missing for some rows, so that `cost` is a lower bound. */
  readonly costIncomplete: boolean;
  /** As `costIncomplete`, of judges and `judging`. */
  readonly judgingIncomplete: boolean;
  /** Tokens of the targets, and of the judges, that were used in the run. */
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly written: number;
  /** Requests to targets, as far as they are reported. */
  readonly requests: number;
  /** Milliseconds. */
  readonly median: number | undefined;
  readonly p95: number | undefined;
}

/** The value below which a share of sorted values lies, between the two closest ranks: as summaries of runs have it. */
function quantile(sorted: Float32Array, share: number): number | undefined {
  const rank = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (rank - Math.floor(rank));
}

/** @param shown 1 for the rows that count; all that are not gone when it is left out. */
export function summarizeRows(index: RunIndex, shown?: Uint8Array): RowsSummary {
  const states = [0, 0, 0, 0, 0];
  const [means, passes] = [new GroupedMeans(index), new GroupedMeans(index, { weighted: false })];
  const latencies = new Float32Array(index.rows);
  let [rows, timed, cost, judging, saved, input, output, read, written, requests] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [isPriced, isJudged, costIncomplete, judgingIncomplete] = [false, false, false, false];
  for (let position = 0; position < index.rows; position += 1) {
    if (index.gone[position] === 1 || (shown !== undefined && shown[position] !== 1)) continue;
    rows += 1;
    const state = stateOf(index, position);
    states[state] = (states[state] ?? 0) + 1;
    const score = index.score[position] ?? Number.NaN;
    means.add(position, score);
    const verdict = index.verdict[position] ?? NONE;
    passes.add(position, verdict === NONE ? Number.NaN : Number(verdict === PASS));
    const latency = index.latency[position] ?? Number.NaN;
    if (!Number.isNaN(latency)) latencies[timed++] = latency;
    const [kept, spared] = [index.saved[position] || 0, index.spared[position] || 0];
    saved += kept + spared;
    const price = index.cost[position] ?? Number.NaN;
    if (!Number.isNaN(price)) [cost, isPriced] = [cost + Math.max(0, price - kept), true];
    const judged = index.judging[position] ?? Number.NaN;
    if (!Number.isNaN(judged)) [judging, isJudged] = [judging + Math.max(0, judged - spared), true];
    const flags = index.flags[position] ?? 0;
    if ((flags & INDEX_FLAGS.unpriced) !== 0) costIncomplete = true;
    if ((flags & INDEX_FLAGS.unpricedJudging) !== 0) judgingIncomplete = true;
    const tokens = index.tokensOf(position);
    input += tokens.input;
    output += tokens.output;
    read += tokens.read;
    written += tokens.written;
    requests += index.attempts[position] || 0;
  }
  const sorted = latencies.subarray(0, timed).sort();
  return {
    rows,
    states,
    ...means.end(),
    passInterval: passes.end().interval,
    cost: isPriced ? cost : undefined,
    judging: isJudged ? judging : undefined,
    saved,
    costIncomplete,
    judgingIncomplete,
    input,
    output,
    read,
    written,
    requests,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
  };
}

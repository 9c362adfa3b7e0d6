import { createReadStream } from 'node:fs';
import type { Suite } from '@assay/schema';
import { readShard } from '../../options/shard-text.js';
import type { RunPlan } from './plan-run.js';
import type { RunSettings } from '../run-settings.js';

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** The lines of a file: those that end outside of quotes, where a quoted cell may have line breaks in it. */
async function countLines(file: string, quoted: boolean, signal: AbortSignal): Promise<number> {
  let lines = 0;
  let endsLine = true;
  let inQuotes = false;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) {
    const bytes = chunk as Buffer;
    let quote = quoted ? bytes.indexOf(QUOTE) : -1;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
      for (; quote !== -1 && quote < at; quote = bytes.indexOf(QUOTE, quote + 1)) inQuotes = !inQuotes;
      if (!inQuotes) lines += 1;
    }
    for (; quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) inQuotes = !inQuotes;
    endsLine = bytes.at(-1) === NEWLINE;
  }
  return endsLine ? lines : lines + 1;
}

/** The cases of a file as its lines tell; undefined where it has none. */
async function countCases(file: string, signal: AbortSignal): Promise<number | undefined> {
  if (/\.parquet$/iu.test(file)) return undefined;
  // The first line of these names the columns.
  if (/\.[ct]sv$/iu.test(file)) return Math.max(0, (await countLines(file, true, signal)) - 1);
  return countLines(file, false, signal);
}

export interface EstimateOptions {
  readonly suites: readonly Suite[];
  readonly plan: RunPlan;
  readonly settings: RunSettings;
  readonly repeats: number;
  readonly onEstimate: (total: number) => void;
}

/** A count that goes on beside a run. */
export interface TrialEstimate {
  /** Starts counting; later calls change nothing. */
  begin(): void;
  end(): void;
}

async function estimate({ suites, plan, settings, repeats }: EstimateOptions, signal: AbortSignal): Promise<number | undefined> {
  let trials = plan.groups.reduce((sum, group) => sum + group.trials, 0);
  let most = 1;
  for (const suite of suites) {
    // The first case of most suites has been planned by now: names of collections have become their targets.
    const asks = Math.max(1, plan.asksOf(suite));
    most = Math.max(most, asks);
    if (suite.size !== undefined) continue;
    const cases = await countCases(suite.file, signal);
    if (cases === undefined) return undefined;
    trials += cases * asks * repeats;
  }
  const all = settings.limit === undefined ? trials : Math.min(trials, settings.limit * most * repeats);
  const { count = 1 } = settings.shard === undefined ? {} : (readShard(settings.shard) ?? {});
  return Math.ceil(all / count);
}

/**
 * Tells the likely number of trials of a run with streamed files, from their numbers of lines: for
 * the time that is left, which nobody should have to guess. Tells nothing when it is known
 * already, or when filters make it unknowable.
 */
export function trialEstimate(options: EstimateOptions): TrialEstimate {
  const { plan, settings, onEstimate } = options;
  const filtered = settings.ids.length > 0 || settings.tags.length > 0 || settings.filterFailed !== undefined;
  const counting = new AbortController();
  let begun = plan.total !== undefined || filtered;
  return {
    begin() {
      if (begun) return;
      begun = true;
      // A file that cannot be counted is no news: the run reads it too, and says what is wrong.
      estimate(options, counting.signal).then((total) => (total === undefined ? undefined : onEstimate(total)), () => undefined);
    },
    end: () => counting.abort(),
  };
}

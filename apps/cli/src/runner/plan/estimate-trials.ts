import { createReadStream } from 'node:fs';
import type { Suite } from '@assay/schema';
import { readShard } from '../../options/shard-text.js';
import type { RunPlan } from './plan-run.js';
import type { RunSettings } from '../run-settings.js';

const NEWLINE = 0x0a;

async function countLines(file: string, signal: AbortSignal): Promise<number> {
  let lines = 0;
  let endsLine = true;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
    endsLine = bytes.at(-1) === NEWLINE;
  }
  return endsLine ? lines : lines + 1;
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

async function estimate({ suites, plan, settings, repeats }: EstimateOptions, signal: AbortSignal): Promise<number> {
  let trials = plan.groups.reduce((sum, group) => sum + group.trials, 0);
  let most = 1;
  for (const suite of suites) {
    // The first case of most suites has been planned by now: names of collections have become their targets.
    const targets = Math.max(1, plan.targetsOf(suite));
    most = Math.max(most, targets);
    if (suite.size === undefined) trials += (await countLines(suite.file, signal)) * targets * repeats;
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
      estimate(options, counting.signal).then(onEstimate, () => undefined);
    },
    end: () => counting.abort(),
  };
}

import { systemClock, type Batches, type RunResult } from '@assay/engine';
import { formatCount } from '@assay/reports';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import type { RunSettings } from '../run-settings.js';
import { batchProgress } from './describe-batches.js';
import { runRounds, type RoundsOptions } from './run-rounds.js';

/** Seconds between two looks, where nobody says. */
const WAIT_SECONDS = 60;

export interface InBatchesOptions extends Pick<RoundsOptions<RunResult>, 'batches' | 'runRound' | 'budget'> {
  readonly batches: Batches;
  readonly settings: Pick<RunSettings, 'wait' | 'cancelBatches' | 'signal'>;
  readonly log: Pick<DiagnosticLog, 'announce'>;
  /** True for what comes after all that was planned, in whose batches nothing may wait: only what was cancelled is reported. */
  readonly isMore?: boolean;
  /** Told how many requests are waited for; 0 when the run goes on. */
  readonly onWaiting: (requests: number) => void;
  /** Told how the batches are, on one line, whenever that changes. Never throws. */
  readonly onBatches: (text: string) => void;
}

function secondsOf(wait: true | number): number {
  return wait === true ? WAIT_SECONDS : wait;
}

/** Runs a plan in batches, as whoever started it wants it, and tells how it goes. */
export function runInBatches({ batches, settings, log, runRound, budget, isMore = false, onWaiting, onBatches }: InBatchesOptions): Promise<RunResult> {
  const { wait, signal } = settings;
  let told = '';
  return runRounds({
    batches,
    budget,
    runRound(first) {
      onWaiting(0);
      return runRound(first);
    },
    everyMs: wait === undefined ? undefined : secondsOf(wait) * 1000,
    cancels: settings.cancelBatches === true,
    onCancelled(count) {
      if (isMore && count === 0) return;
      // Also where all have ended, or were given up: who called them off wants to know how many still went on.
      const hint = count === 0 ? undefined : 'what was done by then is collected as you go on with the run, and the rest is asked again';
      log.announce({ severity: 'warning', code: 'batches-cancelled', message: count === 0 ? 'no batch was cancelled: none was under way that could be' : `${formatCount(count, 'batch was', 'batches were')} cancelled`, hint });
    },
    signal,
    onProgress(standings) {
      onWaiting(standings.reduce((sum, { requests, done = 0 }) => sum + requests - done, 0));
      const text = standings.length === 0 ? 'all batches have ended' : `waits for ${batchProgress(standings)}`;
      if (text !== told) onBatches(text);
      told = text;
    },
    clock: systemClock,
  });
}

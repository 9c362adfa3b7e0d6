import { setMaxListeners } from 'node:events';
import type { ExecuteTrialOptions, ResultRow, Trial, TrialExecutor } from '@assay/schema';
import { Asks, askingFor } from '../execute/waiting/asks.js';
import { TrialWaits } from '../execute/waiting/trial-waits.js';

/**
 * Runs something that may have to wait for batches, until nothing is left of it but to wait.
 * @param asker whose requests they are.
 * @throws TrialWaits when it ended so; the signal's reason when that aborts first.
 */
export async function untilItWaits<T>(asker: string, signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>, onWait?: () => void): Promise<T> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const waits = new TrialWaits();
  const asks = new Asks({ asker, onWait, onQuiet: () => controller.abort(waits) });
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await askingFor(asks, () => run(controller.signal));
  } catch (error) {
    if (controller.signal.reason !== waits) throw error;
    await asks.store();
    throw waits;
  } finally {
    asks.end();
    signal.removeEventListener('abort', abort);
  }
}

export interface WaitingExecutorOptions {
  /** Told of a trial that has a row: it asks nothing more. */
  readonly onRow: (trial: Trial, row: ResultRow) => Promise<void>;
}

/** Executes trials whose requests go into batches: `execute` rejects with TrialWaits for one that has to wait. */
export function waitingExecutor(executor: TrialExecutor, { onRow }: WaitingExecutorOptions): TrialExecutor {
  return {
    ...executor,
    async execute(trial: Trial, options: ExecuteTrialOptions) {
      const row = await untilItWaits(trial.key, options.signal, (signal) => executor.execute(trial, { ...options, signal }), options.onlyJudging);
      await onRow(trial, row);
      return row;
    },
  };
}

import { setMaxListeners } from 'node:events';
import { waitsForOthers, type ExecuteTrialOptions, type ResultRow, type Trial, type TrialExecutor } from '@assay/schema';
import { Asks, askingFor } from '../execute/waiting/asks.js';
import { TrialWaits } from '../execute/waiting/trial-waits.js';
import type { BatchBook } from './batch-book.js';

interface WaitOptions<T> {
  /** Told the first time that a request waits for a batch. */
  readonly onWait?: (() => void) | undefined;
  /** True for what came of it and may be more when batches have ended. @param refused Whether there was no room in a budget for a request of it. */
  readonly isOpen?: (made: T, refused: boolean) => boolean;
}

/**
 * Runs something that may have to wait for batches, until nothing is left of it but to wait.
 * @param asker whose requests they are.
 * @throws TrialWaits when it ended so; the signal's reason when that aborts first.
 */
export async function untilItWaits<T>(asker: string, signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>, { onWait, isOpen }: WaitOptions<T> = {}): Promise<T> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const waits = new TrialWaits();
  const asks = new Asks({ asker, onWait, onQuiet: () => controller.abort(waits) });
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const made = await askingFor(asks, () => run(controller.signal));
    if (signal.aborted || isOpen?.(made, asks.refused) !== true) return made;
    controller.abort(waits);
    throw waits;
  } catch (error) {
    if (controller.signal.reason !== waits) throw error;
    await asks.store();
    throw waits;
  } finally {
    asks.end();
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Whether something of a row could not be scored. Where a budget refused a request for it, and the row does not say so, there was room again by
 * the time that it was made: others had given back what was set aside for them.
 */
export function lacksScores({ evaluators }: ResultRow): boolean {
  return evaluators.some((result) => result.score === null && !waitsForOthers(result));
}

export interface WaitingExecutorOptions {
  /** Told of a trial that has a row: it asks nothing more. */
  readonly onRow: (trial: Trial, row: ResultRow) => Promise<void>;
  /** What stands in a budget for requests, and may turn out to be less. */
  readonly paid: () => Pick<BatchBook, 'counted' | 'isOwed'>;
}

/** Executes trials whose requests go into batches: `execute` rejects with TrialWaits for one that has to wait. */
export function waitingExecutor(executor: TrialExecutor, { onRow, paid }: WaitingExecutorOptions): TrialExecutor {
  return {
    ...executor,
    async execute(trial: Trial, options: ExecuteTrialOptions) {
      const before = paid().counted;
      // A reply that there is no money to judge is judged when what was set aside for others is given back: perhaps it was meanwhile.
      const isOpen = (row: ResultRow, refused: boolean): boolean => (row.error?.code === 'budget' ? paid().counted > before || paid().isOwed : refused && lacksScores(row));
      const row = await untilItWaits(trial.key, options.signal, (signal) => executor.execute(trial, { ...options, signal }), { onWait: options.onlyJudging, isOpen });
      await onRow(trial, row);
      return row;
    },
  };
}

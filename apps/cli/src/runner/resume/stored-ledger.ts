import { ResumeLedger, storedRows } from '@assay/engine';
import type { ResultRow, Trial } from '@assay/schema';
import { composeExecutor, type ComposeExecutorOptions } from '../compose-executor.js';
import type { EarlierRun } from './earlier-run.js';
import { lookAhead, planTrial, staleIn } from './take-stock.js';

type ComposeExecutorParts = Omit<ComposeExecutorOptions, 'runId'>;

interface StoredLedgerOptions {
  readonly prepared: ComposeExecutorParts;
  readonly trials: AsyncIterable<Trial>;
  /** Called with the rows of its trials. */
  readonly onStored: (row: ResultRow) => void;
  /** Called with the rows of cases that were asked again. */
  readonly onRechecked: (row: ResultRow) => void;
}

/** What the stored rows of an earlier part leave to do. Reads them, and changes nothing. */
export async function storedLedger(earlier: EarlierRun, { prepared, trials, onStored, onRechecked }: StoredLedgerOptions): Promise<ResumeLedger> {
  const ledger = new ResumeLedger(earlier.mode, { wholeRows: earlier.isAudit });
  const executor = composeExecutor({ ...prepared, runId: earlier.manifest.runId });
  for await (const trial of trials) {
    await executor.prepare(trial);
    await planTrial(ledger, trial, executor);
  }
  const stored = (['trials', 'rechecks'] as const).map((of) => ({ rows: storedRows(earlier.location, of), isStale: staleIn(earlier, of), seen: of === 'trials' ? onStored : onRechecked }));
  for (const { rows, isStale } of stored) await lookAhead(ledger, rows, isStale);
  for (const { rows, isStale, seen } of stored) {
    for await (const { row, place } of rows.all()) {
      seen(row);
      ledger.found(row, place, isStale(place));
    }
  }
  return ledger;
}

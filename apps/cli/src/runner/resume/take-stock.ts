import { formerRow, outsideKeysOf, ResumeLedger, storedRows, unkeyedFilesOf, writeOutsideKeys, type FormerRows, type RowPlace, type ScoringExecutor, type StoredRows } from '@assay/engine';
import { waitsForOthers, type ResultRow, type Trial, type TrialExecutor } from '@assay/schema';
import type { EarlierRun } from './earlier-run.js';

/** Notes a prepared trial as planned. */
export async function planTrial(ledger: ResumeLedger, trial: Trial, executor: Pick<ScoringExecutor, 'assessmentKey' | 'compares'>): Promise<void> {
  const files = unkeyedFilesOf(trial.evalCase.inputMessages);
  ledger.plan(trial.key, executor.assessmentKey(trial), executor.compares(trial) ? trial : undefined, files instanceof Promise ? await files : files);
}

/** Whether a stored row was to be scored again by a process that did not come to it. */
export type IsStale = (place: RowPlace) => boolean;

/** @param of whose rows are looked at. */
export function staleIn({ mode, manifest: { rescoring } }: Pick<EarlierRun, 'mode' | 'manifest'>, of: 'trials' | 'rechecks' = 'trials'): IsStale {
  const before = mode === 'rescore' ? undefined : rescoring?.[of === 'trials' ? 'results' : 'rechecks'];
  return ({ start }) => before !== undefined && start < before;
}

/** Where replies are compared, what becomes of one row hangs on those of others: all are looked at first. */
export async function lookAhead(ledger: ResumeLedger, rows: StoredRows, isStale: IsStale, signal?: AbortSignal): Promise<void> {
  if (!ledger.compares) return;
  for await (const { row, place } of rows.all()) {
    if (signal?.aborted) return;
    ledger.seen(row, isStale(place));
  }
}

export interface StockOptions {
  readonly earlier: EarlierRun;
  readonly plan: AsyncIterable<Trial>;
  readonly executor: Pick<ScoringExecutor, 'prepare' | 'assessmentKey' | 'compares'>;
  readonly signal: AbortSignal;
}

/** Reads the plan to its end, also of streamed files: what is to be done is known only with all of it. */
export async function planAll({ earlier, plan, executor, signal }: StockOptions): Promise<ResumeLedger> {
  const ledger = new ResumeLedger(earlier.mode, { wholeRows: earlier.isAudit });
  for await (const trial of plan) {
    if (signal.aborted) break;
    await executor.prepare(trial);
    await planTrial(ledger, trial, executor);
  }
  return ledger;
}

/** Notes which rows of a run do not count any more, once its manifest counts without them. May be called again. */
export type NoteOutside = () => Promise<void>;

/**
 * Of the rows that did not count only those stay noted that still do not. Those that are new to it have to wait for the manifest: to a process
 * that goes on from here, rows would be lost that the manifest counts and the note does not.
 */
async function noteInTurn(location: string, outside: readonly string[]): Promise<NoteOutside> {
  const before = await outsideKeysOf(location);
  const still = outside.filter((key) => before.has(key));
  await writeOutsideKeys(location, still);
  let noted: Promise<void> | undefined;
  return () => (noted ??= still.length === outside.length ? Promise.resolve() : writeOutsideKeys(location, outside));
}

/**
 * Finds every stored row its place. @param onKept called with each that counts as it is. @param onStored called with all.
 * @param onNone called before anything is written, where rows are stored and none of them is of a trial of the plan: with how many.
 * @returns to be called when the manifest is written; undefined where the signal ended it.
 */
export async function takeRows(ledger: ResumeLedger, { earlier, signal }: Pick<StockOptions, 'earlier' | 'signal'>, onKept: (row: ResultRow) => void, onStored: (row: ResultRow) => void, onNone: (rows: number) => void): Promise<NoteOutside | undefined> {
  const outside: string[] = [];
  let count = 0;
  const rows = storedRows(earlier.location);
  const isStale = staleIn(earlier);
  await lookAhead(ledger, rows, isStale, signal);
  for await (const { row, place } of rows.all()) {
    if (signal.aborted) return undefined;
    onStored(row);
    count += 1;
    const fate = ledger.found(row, place, isStale(place));
    if (fate === 'kept') onKept(row);
    else if (fate === 'outside') outside.push(row.trialKey);
  }
  if (count > 0 && outside.length === count) onNone(count);
  return noteInTurn(earlier.location, outside);
}

/** True when nothing of a row is open but what comparing it with others will say. */
function onlyWaits({ evaluators }: ResultRow): boolean {
  return evaluators.some(waitsForOthers) && evaluators.every((result) => result.score !== null || waitsForOthers(result));
}

/** Judging that a row has lost a part of, which an audit wants whole. */
function lacksJudges({ evaluators }: ResultRow): boolean {
  return evaluators.some(({ degraded }) => degraded === true);
}

export interface Rescoring {
  readonly ledger: Pick<ResumeLedger, 'placeOf' | 'reopens'>;
  readonly earlier: Pick<EarlierRun, 'location' | 'mode' | 'manifest' | 'isAudit'>;
  /** Whose rows hold the replies that are scored again. Default: its trials. */
  readonly of?: 'trials' | 'rechecks' | undefined;
  /** Takes what rows said whose replies are compared again; undefined where nobody compares. */
  readonly former?: FormerRows | undefined;
}

/** Scores again what has a reply that is to be scored again; everything else is asked. */
export function rescoringExecutor(executor: ScoringExecutor, { ledger, earlier, of = 'trials', former }: Rescoring): TrialExecutor {
  const rows = storedRows(earlier.location, of);
  const isStale = staleIn(earlier, of);
  /** A row whose own scores stay: what they depend on has not changed. */
  const reopened = (trial: Trial, row: ResultRow): ResultRow | undefined => {
    if (former && !(earlier.isAudit && lacksJudges(row))) return executor.reopen(trial, row, ledger.reopens(trial.key));
    return onlyWaits(row) ? row : undefined;
  };
  return {
    ...executor,
    async execute(trial, options) {
      const place = ledger.placeOf(trial.key);
      if (!place) return executor.execute(trial, options);
      // Nobody is asked for a reply: the place at the target is free for others.
      options.onlyJudging?.();
      const row = await rows.at(place);
      const isSame = earlier.mode === 'resume' && !isStale(place) && row.assessmentKey === executor.assessmentKey(trial);
      if (!isSame) return executor.rescore(trial, row, options);
      const own = reopened(trial, row);
      if (executor.compares(trial)) former?.set(trial.key, formerRow(row, own));
      return own ?? executor.rescore(trial, row, options);
    },
  };
}

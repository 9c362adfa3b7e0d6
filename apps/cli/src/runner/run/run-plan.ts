import { openDependencies, runTrials, type Dependencies, type Budget, type RunResult } from '@assay/engine';
import { StoreError, type QueueError, type ResultRow, type SuiteIdentity, type TrialExecutor } from '@assay/schema';
import { limitsOfBatches } from '../batch/limits-of-batches.js';
import { runInBatches } from '../batch/run-in-batches.js';
import { stepKeys } from '../batch/step-keys.js';
import { composeComparer } from '../compose-executor.js';
import { trialReplies } from '../memory/reply-memory.js';
import { paceOf } from '../pace.js';
import { countedPlan } from '../plan/counted-plan.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import { withKeptIdentities } from '../results/keep-identities.js';
import { storedRows } from '../../runs/stored-rows.js';
import { holdWaiting } from './hold-waiting.js';
import type { KeptRun } from './kept-run.js';
import type { OpenedRun } from './opened-run.js';
import type { Inventory } from './take-inventory.js';
import type { Rechecking, RechecksEnd } from './rechecking.js';
import { watchRun, type RunWatch } from './watch-run.js';

/** How the trials of a run went. */
export interface PlanEnd {
  readonly result: RunResult;
  /** How many trials the plan has; undefined when it was not read to its end. */
  readonly planned: number | undefined;
  /** What asking single cases again came to; undefined for a run that does not, or that ended before it was known which. */
  readonly rechecks?: RechecksEnd | undefined;
}

interface Rounds {
  /** Runs what is to be done, as far as it can be done at once. */
  round(isFirst: boolean): Promise<RunResult>;
  /** Trials of the plan; undefined when it was not read to its end. */
  readonly planned: number | undefined;
  /** Trials of the plan as it is now, where they can be counted without reading it. */
  readonly total: number | undefined;
  /** True where the last round was done in full, and a look at it has added another one. */
  readonly goesOn: boolean;
  /** No round follows: rows that wait are told as they are. */
  end(): Promise<void>;
}

function roundsOf(run: OpenedRun, { executor, budget, ledger, statistics }: Inventory, rescoring: TrialExecutor | undefined, kept: KeptRun, watch: RunWatch, again: Rechecking | undefined, dependencies: Dependencies | undefined): Rounds {
  const { prepared, reporter, queue, rounds, runId, store, settings: { signal } } = run;
  const { resources, plan, identities, traffic, batches } = prepared;
  const noted = withKeptIdentities(rescoring ?? executor, identities, kept.keepManifest);
  const comparer = composeComparer({ ...prepared, runId }, kept.former);
  const steps = batches || rounds ? stepKeys(kept.store, ledger) : undefined;
  const count = (stored: ResultRow): void => {
    const row = kept.shownRow(stored);
    kept.part.add(row);
    watch.countAhead();
    statistics.add(row);
    rounds?.added(row);
    reporter.trialFinished(row);
  };
  const reader = storedRows(store.location);
  const held = steps && holdWaiting(count, reader.rows);
  let counted = countedPlan(rounds?.restrict(plan) ?? plan);
  let goesOn = false;
  return {
    round(isFirst) {
      // Nobody looks at a round that a budget ends: the look before it says nothing of what is next.
      goesOn = false;
      counted = countedPlan(rounds?.restrict(plan) ?? plan);
      return runTrials({
        plan: counted.trials(),
        executor: batches?.executor(noted) ?? noted,
        done: steps?.done ?? ledger,
        // With a run that is nearly done most of the plan need not be read a second time.
        left: ledger && !steps && !dependencies && !ledger.compares && !signal.aborted ? ledger.left : undefined,
        dependencies,
        comparer: batches?.comparer(comparer) ?? comparer,
        reader,
        store: steps?.store ?? kept.store,
        ...(queue?.pace ?? paceOf(traffic, resources, batches !== undefined)),
        observe: watch.pool,
        replyMemory: trialReplies,
        limits: batches ? limitsOfBatches(budget) : queue ? queue.limits(budget) : budget,
        signal: queue ? AbortSignal.any([signal, queue.lost]) : signal,
        manifest: kept.manifest,
        goesOn: (rounds || again) && (async () => {
          // With batches it is known only here that nothing may be spent any more.
          if (budget?.open === false) return false;
          const looked = await rounds?.look(store.location, stoppedSuites(budget));
          if (looked && looked.groups.length > 0) reporter.roundEnded(looked);
          goesOn = rounds?.goOn === true;
          return goesOn || (await again?.look(stoppedSuites(budget))) === true;
        }),
        onStart: (trial) => isFirst && reporter.trialStarted(trial),
        onRow: held?.take ?? count,
      });
    },
    get planned() {
      return counted.total;
    },
    get total() {
      return rounds?.restrict(plan).total;
    },
    get goesOn() {
      return goesOn;
    },
    end: async () => held?.end(),
  };
}

/** Suites that have spent a budget of their own: what they were to do is not all done. */
function stoppedSuites(budget: Budget | undefined): readonly SuiteIdentity[] {
  return budget?.standings().flatMap(({ suite, stoppedBy }) => (suite === undefined || stoppedBy === undefined ? [] : [suite])) ?? [];
}

/** What was taken is noted before: what fails here has been told in less. */
async function noteSpent(budget: Budget | undefined, log: DiagnosticLog): Promise<void> {
  try {
    await budget?.close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, hint, namedOptions } = error;
    log.announce({ severity: 'warning', code, message, hint, namedOptions });
  }
}

/** Says what ended the run early. */
function reportEnd({ error, interrupted }: RunResult, { log }: OpenedRun): void {
  if (!error || interrupted) return;
  const { code, message, location, hint, namedOptions } = error;
  log.announce({ severity: 'error', code, message, location, hint, namedOptions });
}

/**
 * Runs the trials that are to be done: at once, or from batch to batch.
 * @throws UsageError when there was none.
 */
export async function runPlan(run: OpenedRun, inventory: Inventory, kept: KeptRun): Promise<PlanEnd> {
  const { settings, prepared, log, reporter, queue, store } = run;
  const { budget, ledger } = inventory;
  const { batches, reading, plan, suites } = prepared;
  budget?.start();
  const watch = watchRun(run, inventory);
  const rechecking = run.rechecks === undefined ? undefined : (await import('./rechecking.js')).recheckingOf(run.rechecks, run, inventory, kept, watch);
  const { earlier } = run;
  // Of a run that begins nothing is scored again.
  const rescoring = earlier && ledger && (await import('../resume/take-stock.js')).rescoringExecutor(inventory.executor, { ledger, earlier, former: kept.former });
  const rounds = roundsOf(run, inventory, rescoring, kept, watch, rechecking, plan.needed && (await openDependencies(plan.needed)));
  await batches?.openIn(store.location, { redact: (value) => reading.redactor.value(value), onBegun: kept.keepBatches });
  const runRound = (isFirst: boolean): Promise<RunResult> => rounds.round(isFirst);
  const runAll = (): Promise<RunResult> => (batches ? runInBatches({ batches, budget, settings, log, runRound, onWaiting: watch.inBatches, onBatches: reporter.inBatches }) : runRound(true));
  let ended = await runAll();
  while (rounds.goesOn && !ended.error && !ended.interrupted) {
    watch.roundAdded(rounds.total);
    const next = await runAll();
    ended = { ...next, rows: ended.rows + next.rows };
  }
  try {
    await rounds.end();
  } catch (error) {
    // The run is summed up all the same, as one whose rows cannot be kept.
    if (!(error instanceof StoreError)) throw error;
    ended = { ...ended, error: ended.error ?? error };
  }
  if (rechecking) ended = await rechecking.run(ended);
  const isLost = queue?.lost.aborted && !settings.signal.aborted;
  const result = isLost ? { ...ended, interrupted: false, error: queue.lost.reason as QueueError } : ended;
  watch.trialsEnded();
  await prepared.workspaces?.end();
  await batches?.drop();
  await noteSpent(budget, log);
  watch.end();
  reportEnd(result, run);
  if (!ledger && result.rows === 0 && !plan.anyCase && !result.error && !result.interrupted) throw await (await import('../plan/empty-run.js')).emptyRun(settings, suites);
  return { result, planned: rounds.planned, rechecks: await rechecking?.end() };
}

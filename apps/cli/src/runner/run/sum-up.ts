import type { RunResult } from '@assay/engine';
import { summarizeRun } from '@assay/reports';
import { AssayError, QueueError, StoreError, type Comparison, type ResultStore, type RunSummary } from '@assay/schema';
import { waitingNotes } from '../batch/describe-batches.js';
import { budgetSummaries, endedByBudgets, untoldNotes } from '../budget/budget-facts.js';
import { raiseLimit } from '../budget/raise-limit.js';
import { trustIn } from '../../calibrate/trust-in.js';
import { failureText } from '../../files/failure-text.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import { givenUpText } from '../reporting/given-up.js';
import { waitNotes } from '../reporting/hold-ups.js';
import type { KeptRun } from './kept-run.js';
import type { OpenedRun } from './opened-run.js';
import type { PlanEnd } from './run-plan.js';
import type { Inventory } from './take-inventory.js';

/** What ended the run early, in one line for the summary: a file that is wrong, a store or a queue that failed. */
function endedBy(error: AssayError | undefined): { readonly invalid?: string; readonly stopped?: string } {
  if (!error) return {};
  return error instanceof StoreError || error instanceof QueueError ? { stopped: error.message } : { invalid: error.message };
}

/** The rows are what counts: a summary that cannot be kept is reported, and can be made of them. */
async function keepSummary(store: ResultStore, summary: RunSummary, run: RunResult, log: DiagnosticLog): Promise<void> {
  try {
    await store.writeSummary(summary);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, hint, namedOptions } = error;
    if (!(run.error instanceof StoreError)) log.announce({ severity: 'warning', code, message, hint, namedOptions });
  }
}

/** What changed since the baselines, for reports that say it; undefined where there is none. */
async function changesOf(run: OpenedRun): Promise<Comparison | undefined> {
  const { settings: { cwd }, prepared, log, store } = run;
  const { reports, reading } = prepared;
  if (!reports.some(({ definition }) => definition.compares)) return undefined;
  try {
    const { againstBaselines } = await import('../report/find-comparison.js');
    const comparison = await againstBaselines({ folder: store.location, cwd, projectRoot: reading.project.root });
    return comparison && reading.redactor.value(comparison);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    log.announce({ severity: 'warning', code: 'baseline', message: `no report says what changed: ${failureText(error)}`, hint: 'assay baseline check names every baseline that cannot be used' });
    return undefined;
  }
}

/** Says, keeps and tells what a run came to. */
export async function sumUp(run: OpenedRun, { location, statistics, ledger, budget }: Inventory, { manifest, part }: KeptRun, { result, planned, rechecks }: PlanEnd): Promise<RunSummary> {
  const { settings, prepared, log, reporter, rounds, runId, began, store } = run;
  const { reading, options, traffic, batches, givenUp } = prepared;
  const budgets = budgetSummaries(budget);
  const ended = endedByBudgets(budgets, raiseLimit(reading.project.budgets, prepared.suites));
  const summed = reading.redactor.value(summarizeRun(statistics.result(), {
    runId,
    location,
    skippedCases: log.skippedCases,
    plannedTrials: ledger && !rounds && !settings.signal.aborted ? ledger.planned : planned,
    ...(rechecks ? { rechecks: rechecks.summary } : {}),
    ...(rounds ? { rounds: rounds.summary, openAgainstThreshold: rounds.openAgainstThreshold } : {}),
    ...(result.waiting > 0 ? { waitingTrials: result.waiting } : {}),
    ...(part.summary ? { resumed: part.summary } : {}),
    ...(manifest.shard ? { shard: manifest.shard } : {}),
    durationMs: Math.round(performance.now() - began),
    threshold: options.of('threshold'),
    failOn: options.of('failOn'),
    ungraded: settings.isAudit,
    interrupted: result.interrupted,
    ...endedBy(result.error),
    // All that the run is decided by is there when cases are asked again, unless a suite was stopped before.
    ended: rechecks && !rechecks.afterStop ? [] : ended,
    ...(budgets ? { budgets } : {}),
    notes: [...(rechecks?.notes(ended) ?? []), ...untoldNotes(budgets), ...givenUp.map(givenUpText), ...waitNotes(traffic), ...(batches ? waitingNotes(result.waiting, batches.standings) : []), ...(run.queue?.notes() ?? [])],
  }));
  const { comparison, summary } = options.of('against') === undefined ? { comparison: await changesOf(run), summary: summed } : await (await import('./gate-run.js')).gateRun(run, summed);
  await keepSummary(store, summary, result, log);
  log.finish();
  const { trust, project } = reading;
  await reporter.runFinished(summary, comparison, trust.untrusted ? undefined : trustIn({ folder: store.location, projectRoot: project.root, cwd: settings.cwd }));
  return summary;
}

import { createRunId, runTrials, writeSpent, systemClock, type Budget, type PoolState, type RunResult as EngineResult } from '@assay/engine';
import { createRunAccumulator, summarizeRun } from '@assay/reports';
import {
  createRedactor,
  MANIFEST_SCHEMA_VERSION,
  QueueError,
  StoreError,
  UsageError,
  type AssayError,
  type ResultRow,
  type ResultStore,
  type RunSummary,
} from '@assay/schema';
import { composeComparer, composeExecutor } from './compose-executor.js';
import type { Extensions } from './reading/installed-definitions.js';
import { redactedStore, rowRedaction } from '../secrets/redact-rows.js';
import { createDiagnosticLog, type DiagnosticLog } from './reporting/diagnostic-log.js';
import { waitNotes, watchHoldUps } from './reporting/hold-ups.js';
import { continueRun, runsFoldersFrom } from './resume/continue-run.js';
import type { EarlierRun } from './resume/earlier-run.js';
import { partOfRun } from './resume/part-of-run.js';
import { resumeCommand } from './resume/resume-command.js';
import { planAll, rescoringExecutor, takeRows } from './resume/take-stock.js';
import { checkedStore } from './results/checked-store.js';
import { openStore } from './results/open-store.js';
import { budgetSummaries, endedByBudgets, raisedLimits, untoldNotes, watchBudgets } from './budget/budget-facts.js';
import { spentOnRows } from './budget/spent-before.js';
import { describeRun } from './results/describe-run.js';
import { storedRows } from './results/stored-rows.js';
import { withKeptIdentities } from './results/keep-identities.js';
import { trialEstimate } from './plan/estimate-trials.js';
import { givenUpText } from './reporting/given-up.js';
import { isolateReporters, type LostReporter, type Reporters } from './reporting/isolate-reporters.js';
import { countedPlan } from './plan/counted-plan.js';
import { waitingNotes } from './batch/describe-batches.js';
import { limitsOfBatches } from './batch/limits-of-batches.js';
import { runInBatches } from './batch/run-in-batches.js';
import { stepKeys } from './batch/step-keys.js';
import { emptyRun } from './plan/plan-run.js';
import { paceOf } from './pace.js';
import { prepareRun, type PreparedRun } from './prepare-run.js';
import { openRunQueue, type RunQueue } from './queue/open-run-queue.js';
import type { RunRequest, RunSettings } from './run-settings.js';
import { withInitialValues } from '../options/option-values.js';
import { trialReplies } from './memory/reply-memory.js';
import { displayFolder } from '../files/display-folder.js';
import { hashSuites, withHashes } from './results/suite-hashes.js';

export interface RunResult {
  readonly summary: RunSummary;
  /** Folder of the run, absolute. */
  readonly location: string;
  /** The run folder could not be written to the end. What was stored is in the summary. */
  readonly storeError?: StoreError | undefined;
  /** The command that goes on with the run, quoted for a shell. */
  readonly resumeCommand: string;
  /** Reporters that failed and were left out. The outcome is the same, and no result is lost. */
  readonly lostReporters: readonly LostReporter[];
}

interface Execution {
  readonly settings: RunSettings;
  readonly prepared: PreparedRun;
  readonly log: DiagnosticLog;
  readonly reporter: Reporters;
  /** Whose workers do the trials; undefined when this process does. */
  readonly queue: RunQueue | undefined;
  /** What is gone on with. */
  readonly earlier: EarlierRun | undefined;
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The same moment, as `performance.now()`. */
  readonly began: number;
}

/** What ended the run early, in one line for the summary: a file that is wrong, a store or a queue that failed. */
function endedBy(error: AssayError | undefined): { readonly invalid?: string; readonly stopped?: string } {
  if (!error) return {};
  return error instanceof StoreError || error instanceof QueueError ? { stopped: error.message } : { invalid: error.message };
}

/** Says what ended the run early. */
function reportEnd(run: EngineResult, reporter: Reporters): void {
  if (!run.error || run.interrupted) return;
  const { code, message, location, hint } = run.error;
  reporter.diagnostic({ severity: 'error', code, message, location, hint });
}

async function execute(execution: Execution, store: ResultStore): Promise<Pick<RunResult, 'summary' | 'storeError'>> {
  const { settings, prepared, log, reporter, queue, earlier, runId, startedAt, began } = execution;
  const { reading, resources, options, plan, suites, identities, traffic } = prepared;
  const { verdicts } = reading.project;
  const { redactor } = reading;
  const redactRow = rowRedaction(redactor);
  const statistics = createRunAccumulator({
    thresholds: verdicts,
    suites: suites.map(({ name }) => name),
    targets: plan.targets.length > 0 ? plan.targets.map(({ name }) => name) : settings.targets,
  });
  const location = displayFolder(earlier?.shownFrom ?? settings.cwd, store.location);
  const { signal } = settings;
  const local = composeExecutor({ ...prepared, runId });
  const executor = queue?.executor(local) ?? local;
  const ledger = earlier && (await planAll({ earlier, plan: plan.trials(), executor, signal }));
  if (ledger?.planned === 0 && !plan.anyCase && !signal.aborted) throw await emptyRun(settings, suites);
  reporter.runStarted({
    runId,
    location,
    suites: suites.map(({ name }) => name),
    targets: plan.targets.length > 0 ? plan.targets.map(({ name }) => name) : settings.targets,
    judges: resources.judgeIds(),
    total: ledger ? ledger.planned : plan.total,
    thresholds: verdicts,
  });
  const before = spentOnRows((target) => settings.outputs !== undefined || plan.targets.some(({ name, provider }) => name === target && provider === 'replay'));
  if (earlier && ledger) {
    const onKept = (row: ResultRow): void => {
      statistics.add(row);
      reporter.trialKept(row);
    };
    await takeRows(ledger, { earlier, signal }, onKept, before.add);
  }
  const budget = prepared.budget.open({
    before: earlier && prepared.budget.limits.length > 0 ? await before.withNoted(earlier.location) : [],
    note: (taken) => writeSpent(store.location, taken),
  });
  const estimate = trialEstimate({
    suites,
    plan,
    settings,
    repeats: options.of('repeat'),
    onEstimate: (total) => reporter.trialsEstimated(total),
  });
  const hashes = await hashSuites(suites);
  let counted = countedPlan(plan);
  const manifest = describeRun({ runId, startedAt, settings, failedIn: prepared.failedIn, suites, hashes, plan, resources, identities, location: store.location, untrusted: reading.trust.untrusted });
  const kept = redactedStore(withHashes(store, hashes, suites), redactor, redactRow);
  const part = partOfRun(ledger);
  const keepManifest = (): Promise<void> => kept.writeManifest({ ...manifest, schemaVersion: MANIFEST_SCHEMA_VERSION, status: 'running', finishedAt: null, rows: part.rows });
  budget?.start();
  const endBudgets = watchBudgets(budget, (budgets) => reporter.spent(redactor.value(budgets)));
  let pool: (() => PoolState) | undefined;
  let inBatches = 0;
  const endHoldUps = watchHoldUps({ traffic, pool: () => pool?.(), inBatches: () => inBatches, onHoldUps: (holdUps) => reporter.heldUp(redactor.value(holdUps)) });
  const { batches } = prepared;
  const noted = withKeptIdentities(earlier && ledger ? rescoringExecutor(executor, ledger, earlier) : executor, identities, keepManifest);
  const comparer = composeComparer({ ...prepared, runId });
  const steps = batches && stepKeys(kept, ledger);
  const runRound = (first: boolean): Promise<EngineResult> => runTrials({
    plan: (counted = countedPlan(plan)).trials(),
    executor: batches?.executor(noted) ?? noted,
    done: steps?.done ?? ledger,
    comparer: batches?.comparer(comparer) ?? comparer,
    reader: storedRows(store.location),
    store: steps?.store ?? kept,
    ...(queue?.pace ?? paceOf(traffic, resources, batches !== undefined)),
    observe: (state) => (pool = state),
    replyMemory: trialReplies,
    limits: batches ? limitsOfBatches(budget) : budget,
    signal: queue ? AbortSignal.any([signal, queue.lost]) : signal,
    manifest,
    onStart: (trial) => first && reporter.trialStarted(trial),
    onRow(stored) {
      const row = redactRow(stored);
      part.add(row);
      // Not before: reading ahead to count must not hold up the first request.
      if (!ledger) estimate.begin();
      statistics.add(row);
      reporter.trialFinished(row);
    },
  });
  await batches?.openIn(store.location, (value) => redactor.value(value));
  const ended = await (batches ? runInBatches({ batches, settings, log, runRound, onWaiting: (requests) => (inBatches = requests) }) : runRound(true));
  const run = queue?.lost.aborted && !signal.aborted ? { ...ended, interrupted: false, error: queue.lost.reason as QueueError } : ended;
  endHoldUps();
  endBudgets();
  await batches?.drop();
  await noteSpent(budget, log);
  estimate.end();
  reportEnd(run, reporter);
  if (!ledger && run.rows === 0 && !plan.anyCase && !run.error && !run.interrupted) throw await emptyRun(settings, suites);
  const budgets = budgetSummaries(budget);
  const summary = redactor.value(summarizeRun(statistics.result(), {
    runId,
    location,
    skippedCases: log.skippedCases,
    plannedTrials: ledger && !signal.aborted ? ledger.planned : counted.total,
    ...(part.summary ? { resumed: part.summary } : {}),
    ...(manifest.shard ? { shard: manifest.shard } : {}),
    durationMs: Math.round(performance.now() - began),
    threshold: options.of('threshold'),
    failOn: options.of('failOn'),
    interrupted: run.interrupted,
    ...endedBy(run.error),
    ended: endedByBudgets(budgets),
    ...(budgets ? { budgets } : {}),
    notes: [...untoldNotes(budgets), ...prepared.givenUp.map(givenUpText), ...waitNotes(traffic), ...(batches ? waitingNotes(run.waiting, batches.standings) : [])],
  }));
  await keepSummary(store, summary, run, log);
  log.finish();
  await reporter.runFinished(summary);
  return { summary, storeError: run.error instanceof StoreError ? run.error : undefined };
}

/** What was taken is noted before: what fails here has been told in less. */
async function noteSpent(budget: Budget | undefined, log: DiagnosticLog): Promise<void> {
  try {
    await budget?.close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, hint } = error;
    log.announce({ severity: 'warning', code, message, hint });
  }
}

/** The rows are what counts: a summary that cannot be kept is told, and can be made of them. */
async function keepSummary(store: ResultStore, summary: RunSummary, run: EngineResult, log: DiagnosticLog): Promise<void> {
  try {
    await store.writeSummary(summary);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, hint } = error;
    if (!(run.error instanceof StoreError)) log.announce({ severity: 'warning', code, message, hint });
  }
}

function checkFiles({ files, resume, rescore }: RunRequest): void {
  if (files.length > 0 || resume !== undefined || rescore !== undefined) return;
  throw new UsageError('no eval file is named', { hint: 'name files, folders or globs, or go on with a run: --resume' });
}

/**
 * Reads, plans, runs, scores, stores and sums up: what `assay run` and `evaluate()` do.
 * @throws UsageError, ConfigError, InvalidFileError before anything is sent.
 * @throws StoreError when the run folder cannot be made.
 */
export async function runEvals(request: RunRequest, extensions: Extensions = {}): Promise<RunResult> {
  checkFiles(request);
  const { request: whole, earlier } = request.resume === undefined && request.rescore === undefined ? { request } : await continueRun(request);
  const settings = withInitialValues(whole);
  const startedAt = earlier ? Date.parse(earlier.manifest.startedAt) : systemClock.now();
  const began = performance.now();
  const { redactor = createRedactor() } = settings;
  const reporter = isolateReporters(settings, redactor);
  const log = createDiagnosticLog({
    strict: settings.strict,
    onFinding(finding) {
      if (finding.severity !== 'info' || settings.verbose) reporter.diagnostic(redactor.value(finding));
    },
  });
  try {
    const prepared = await prepareRun({ ...settings, redactor }, log, extensions, earlier);
    const runId = earlier?.manifest.runId ?? createRunId(startedAt);
    let queue: RunQueue | undefined;
    try {
      queue = await openRunQueue({ settings, prepared, runId, announce: log.announce, isResumed: earlier !== undefined });
      settings.onBegin?.();
      const execution: Execution = { settings, prepared, log, reporter, queue, earlier, runId, startedAt, began };
      const opened = await openStore(execution);
      const { evaluators, pointFunctions, rules, providers } = extensions;
      const store = evaluators || pointFunctions || rules || providers ? checkedStore(opened) : opened;
      try {
        const resume = resumeCommand({ location: store.location, runsFolders: runsFoldersFrom(request), cwd: request.cwd, queue: queue?.shown });
        const executed = await execute(execution, store);
        return { ...executed, location: store.location, resumeCommand: `${resume}${raisedLimits(executed.summary.budgets)}`, lostReporters: reporter.lost };
      } finally {
        await store.close();
      }
    } finally {
      await queue?.close();
      await prepared.close();
    }
  } finally {
    await reporter.close();
  }
}

import { resolve } from 'node:path';
import { createRunId, createRunStore, createTrialExecutor, findRun, runTrials, type RunResult as EngineResult } from '@assay/engine';
import { containmentRoot } from '@assay/loaders';
import { createRunAccumulator, summarizeRun } from '@assay/reports';
import {
  createRedactor,
  StoreError,
  suiteKey,
  UsageError,
  type AssayError,
  type ResultStore,
  type RunSummary,
  type Suite,
  type SuiteIdentity,
  type Trial,
} from '@assay/schema';
import type { Extensions } from './reading/installed-definitions.js';
import { rememberedSearch } from './judges/find-evaluator.js';
import { redactedStore, rowRedaction } from '../secrets/redact-rows.js';
import { createDiagnosticLog, type DiagnosticLog } from './reporting/diagnostic-log.js';
import { describeRun } from './results/describe-run.js';
import { trialEstimate } from './plan/estimate-trials.js';
import { givenUpText } from './reporting/given-up.js';
import { checkResultFiles } from './reports/plan-reports.js';
import { openReports } from './reports/open-reports.js';
import { isolateReporters, type LostReporter, type Reporters } from './reporting/isolate-reporters.js';
import { emptyRun, type RunPlan } from './plan/plan-run.js';
import { prepareRun, type PreparedRun } from './prepare-run.js';
import type { RunRequest, RunSettings } from './run-settings.js';
import { withInitialValues } from '../options/option-values.js';
import { displayFolder } from '../files/display-folder.js';
import { suiteFolder } from './reading/suite-folder.js';
import { hashSuites, withHashes } from './results/suite-hashes.js';

export interface RunResult {
  readonly summary: RunSummary;
  /** Folder of the run, absolute. */
  readonly location: string;
  /** The run folder could not be written to the end. What was stored is in the summary. */
  readonly storeError?: StoreError | undefined;
  /** Reporters that failed and were left out. The outcome is the same, and no result is lost. */
  readonly lostReporters: readonly LostReporter[];
}

interface Execution {
  readonly settings: RunSettings;
  readonly prepared: PreparedRun;
  readonly log: DiagnosticLog;
  readonly reporter: Reporters;
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The same moment, as `performance.now()`. */
  readonly began: number;
}

/** The folder of the run. One that holds a run already is refused: its rows would mix with the new ones. */
async function resultsFolder({ settings, prepared, runId }: Execution): Promise<string> {
  const { trust } = prepared.reading;
  const folder =
    settings.out === undefined
      ? resolve(trust.runsFolder, runId)
      : resolve(settings.cwd, settings.out);
  trust.checkResultsFolder(folder);
  if (settings.out !== undefined && (await findRun(folder))) {
    throw new UsageError(`${displayFolder(settings.cwd, folder)} holds a run already`, {
      hint: 'name another folder with --out, or move the old run away',
    });
  }
  return folder;
}

/** Opens what the run is written to, the reports first: when one of them cannot be written, nothing is left of the run. */
async function openStore(execution: Execution): Promise<ResultStore> {
  const { settings, prepared, reporter } = execution;
  const { reports, reading } = prepared;
  const folder = await resultsFolder(execution);
  checkResultFiles(reports, folder);
  for (const { path } of reports) if (path !== undefined) reading.trust.checkReportFile(path);
  const mostMs = settings.reporterTimeoutSeconds * 1000;
  const open = await openReports(reports, { redactor: reading.redactor, stdout: settings.stdout, mostMs });
  for (const report of open) reporter.add(report);
  return createRunStore(folder);
}

function keyOf({ name, path }: Suite): string {
  return suiteKey({ suite: name, suitePath: path });
}

function executorOf({ settings, prepared, runId }: Execution) {
  const { reading, resources, suites } = prepared;
  const folders = new Map(suites.map((suite) => [keyOf(suite), suiteFolder(suite)]));
  const directoryOf = (suite: SuiteIdentity): string => folders.get(suiteKey(suite)) ?? settings.cwd;
  const { trust } = reading;
  const rootOf = (directory: string): string => {
    const root = containmentRoot(directory, settings.cwd);
    return trust.load?.within?.({ root, directory }) ?? root;
  };
  const roots = new Map([...folders].map(([key, folder]) => [key, rootOf(folder)]));
  return createTrialExecutor({
    runId,
    providerFor: (target) => resources.providerFor(target),
    evaluatorFor: rememberedSearch(reading.definitions.evaluators.filter(trust.allowsEvaluator)),
    judgesFor: (trial) => resources.judgesFor(trial),
    directoryOf,
    projectRootOf: (suite) => roots.get(suiteKey(suite)) ?? directoryOf(suite),
    fileRule: trust.load?.fileRule,
    env: trust.evaluatorEnvironment,
    processes: prepared.processes,
    redactor: reading.redactor,
    thresholds: reading.project.verdicts,
    rubricRequired: reading.project.rubricRequired,
    similarity: resources.similarity,
  });
}

/** What ended the run early, in one line for the summary: a file that is wrong, or a store that failed. */
function endedBy(error: AssayError | undefined): { readonly invalid?: string; readonly stopped?: string } {
  if (!error) return {};
  return error instanceof StoreError ? { stopped: error.message } : { invalid: error.message };
}

/** Says what ended the run early. */
function reportEnd(run: EngineResult, reporter: Reporters): void {
  if (!run.error || run.interrupted) return;
  const { code, message, location, hint } = run.error;
  reporter.diagnostic({ severity: 'error', code, message, location, hint });
}

/** A plan that tells how many trials it had, once it has been read to its end. */
function countedPlan({ total, trials }: RunPlan) {
  let count = 0;
  let ended = false;
  return {
    async *trials(): AsyncGenerator<Trial> {
      for await (const trial of trials()) {
        count += 1;
        yield trial;
      }
      ended = true;
    },
    /** Undefined for streamed files that were not read to their end. */
    get total(): number | undefined {
      return total ?? (ended ? count : undefined);
    },
  };
}

async function execute(execution: Execution, store: ResultStore): Promise<Pick<RunResult, 'summary' | 'storeError'>> {
  const { settings, prepared, log, reporter, runId, startedAt, began } = execution;
  const { reading, resources, options, plan, suites } = prepared;
  const { verdicts } = reading.project;
  const { redactor } = reading;
  const redactRow = rowRedaction(redactor);
  const statistics = createRunAccumulator({
    thresholds: verdicts,
    suites: suites.map(({ name }) => name),
    targets: plan.targets.length > 0 ? plan.targets.map(({ name }) => name) : settings.targets,
  });
  const location = displayFolder(settings.cwd, store.location);
  reporter.runStarted({
    runId,
    location,
    suites: suites.map(({ name }) => name),
    targets: plan.targets.length > 0 ? plan.targets.map(({ name }) => name) : settings.targets,
    judges: resources.judgeIds(),
    total: plan.total,
    thresholds: verdicts,
  });
  const estimate = trialEstimate({
    suites,
    plan,
    settings,
    repeats: options.of('repeat'),
    onEstimate: (total) => reporter.trialsEstimated(total),
  });
  const hashes = await hashSuites(suites);
  const concurrency = options.of('concurrency');
  const counted = countedPlan(plan);
  const run = await runTrials({
    plan: counted.trials(),
    executor: executorOf(execution),
    store: redactedStore(withHashes(store, hashes, suites), redactor, redactRow),
    concurrency,
    limitOf: (target) => resources.workersOf(target),
    judging: () => Math.max(concurrency, resources.mostJudgeWorkers()),
    signal: settings.signal,
    manifest: describeRun({ runId, startedAt, settings, suites, hashes, plan, resources, untrusted: reading.trust.untrusted }),
    onStart: (trial) => reporter.trialStarted(trial),
    onRow(stored) {
      const row = redactRow(stored);
      // Not before: reading ahead to count must not hold up the first request.
      estimate.begin();
      statistics.add(row);
      reporter.trialFinished(row);
    },
  });
  estimate.end();
  reportEnd(run, reporter);
  if (run.rows === 0 && !run.error && !run.interrupted) throw await emptyRun(settings, suites);
  const summary = redactor.value(summarizeRun(statistics.result(), {
    runId,
    location,
    skippedCases: log.skippedCases,
    plannedTrials: counted.total,
    durationMs: Math.round(performance.now() - began),
    threshold: options.of('threshold'),
    failOn: options.of('failOn'),
    interrupted: run.interrupted,
    ...endedBy(run.error),
    notes: prepared.givenUp.map(givenUpText),
  }));
  log.finish();
  await reporter.runFinished(summary);
  return { summary, storeError: run.error instanceof StoreError ? run.error : undefined };
}

/**
 * Reads, plans, runs, scores, stores and sums up: what `assay run` and `evaluate()` do.
 * @throws UsageError, ConfigError, InvalidFileError before anything is sent.
 * @throws StoreError when the run folder cannot be made.
 */
export async function runEvals(request: RunRequest, extensions: Extensions = {}): Promise<RunResult> {
  const settings = withInitialValues(request);
  const startedAt = Date.now();
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
    const prepared = await prepareRun({ ...settings, redactor }, log, extensions);
    try {
      settings.onBegin?.();
      const runId = createRunId(startedAt);
      const execution: Execution = { settings, prepared, log, reporter, runId, startedAt, began };
      const store = await openStore(execution);
      try {
        return { ...(await execute(execution, store)), location: store.location, lostReporters: reporter.lost };
      } finally {
        await store.close();
      }
    } finally {
      await prepared.resources.close();
      await prepared.processes.close();
    }
  } finally {
    await reporter.close();
  }
}

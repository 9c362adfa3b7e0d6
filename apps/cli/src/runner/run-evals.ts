import { createRunId, findRun, systemClock } from '@assay/engine';
import { createRedactor, StoreError, type RunSummary } from '@assay/schema';
import { awaiting } from '../processes/awaited.js';
import { withInitialValues } from '../options/option-values.js';
import { wordsOf } from '../options/option-words.js';
import { rangeOf, rechecksOf } from './plan/repeats-of.js';
import { raisedLimits } from './budget/budget-facts.js';
import { prepareRun, type PreparedRun } from './prepare-run.js';
import type { RunQueue } from './queue/open-run-queue.js';
import { noFilesNamed } from './reading/no-files-named.js';
import type { Extensions } from './reading/installed-definitions.js';
import { createDiagnosticLog } from './reporting/diagnostic-log.js';
import { isolateReporters, type LostReporter } from './reporting/isolate-reporters.js';
import { checkedStore } from './results/checked-store.js';
import { openStore } from './results/open-store.js';
import { runsFoldersFrom } from '../folders/runs-folders-from.js';
import { resumeCommand } from '../runs/resume-command.js';
import type { EarlierRun } from './resume/earlier-run.js';
import type { RunRounds } from './rounds/run-rounds.js';
import type { RunRequest, RunSettings } from './run-settings.js';
import { keepRun } from './run/kept-run.js';
import type { OpenedRun } from './run/opened-run.js';
import { runPlan } from './run/run-plan.js';
import { sumUp } from './run/sum-up.js';
import { takeInventory } from './run/take-inventory.js';

export interface RunResult {
  readonly summary: RunSummary;
  /** Folder of the run, absolute. */
  readonly location: string;
  /** The run folder could not be written to the end. What was stored is in the summary. */
  readonly storeError?: StoreError | undefined;
  /** The command that goes on with the run, quoted for a shell; undefined where not even its manifest could be written, which leaves nothing to go on with. */
  readonly resumeCommand: string | undefined;
  /** Reporters that failed and were left out. The outcome is the same, and no result is lost. */
  readonly lostReporters: readonly LostReporter[];
}

/** Runs what is left to do of a run, and sums all of it up. */
async function execute(run: OpenedRun): Promise<Pick<RunResult, 'summary' | 'storeError'>> {
  const inventory = await takeInventory(run);
  const kept = await keepRun(run, inventory);
  const end = await runPlan(run, inventory, kept);
  const summary = await sumUp(run, inventory, kept, end);
  return { summary, storeError: end.result.error instanceof StoreError ? end.result.error : undefined };
}

function checkFiles(request: RunRequest): void {
  const { files, resume, rescore, cwd } = request;
  if (files.length > 0 || resume !== undefined || rescore !== undefined) return;
  throw noFilesNamed(cwd, `go on with a run: ${wordsOf(request).say('resume', true)}`);
}

/** What adds repeats until it is decided, where a range of them was given. @throws UsageError, StoreError */
async function roundsOf(settings: RunSettings, prepared: PreparedRun, earlier: EarlierRun | undefined): Promise<RunRounds | undefined> {
  if (rangeOf(prepared.options.of('repeat')) === undefined) return undefined;
  const { checkRounds } = await import('./plan/check-rounds.js');
  const plan = checkRounds(settings, prepared.options, earlier);
  return plan && (await import('./rounds/open-rounds.js')).openRounds(plan, settings, prepared, earlier);
}

/**
 * Reads, plans, runs, scores, stores and sums up: what `assay run` and `evaluate()` do.
 * @throws UsageError, ConfigError, InvalidFileError before anything is sent.
 * @throws StoreError when the run folder cannot be made.
 */
export async function runEvals(request: RunRequest, extensions: Extensions = {}): Promise<RunResult> {
  checkFiles(request);
  const { request: whole, earlier } = request.resume === undefined && request.rescore === undefined ? { request } : await (await import('./resume/continue-run.js')).continueRun(request, extensions);
  const given = withInitialValues(whole);
  const startedAt = earlier ? Date.parse(earlier.manifest.startedAt) : systemClock.now();
  const began = performance.now();
  const { redactor = createRedactor() } = given;
  const reporter = isolateReporters(given, redactor);
  const log = createDiagnosticLog({
    strict: given.strict,
    words: given.words,
    onFinding(finding) {
      if (finding.severity !== 'info' || given.verbose) reporter.diagnostic(redactor.value(finding));
    },
  });
  try {
    const isGated = given.against !== undefined || given.margin !== undefined || given.alpha !== undefined;
    const settings = isGated ? { ...given, against: await (await import('./run/gate-run.js')).checkAgainst(given) } : given;
    const prepared = await prepareRun({ ...settings, redactor }, log, extensions, earlier);
    const runId = earlier?.manifest.runId ?? createRunId(startedAt);
    let queue: RunQueue | undefined;
    try {
      const rounds = await roundsOf(settings, prepared, earlier);
      const rechecks = rechecksOf(prepared.options) === undefined ? undefined : (await import('./plan/check-rechecks.js')).checkRechecks(settings, prepared.options);
      if (settings.queue !== undefined) queue = await (await import('./queue/open-run-queue.js')).openRunQueue({ address: settings.queue, settings, prepared, runId, announce: log.announce, said: request, extensions });
      if (settings.onBegin) await awaiting('onBegin()', settings.onBegin);
      const opened = await openStore({ runId, settings, prepared, earlier, reporter });
      const { evaluators, pointFunctions, rules, providers, loaders } = extensions;
      const store = evaluators || pointFunctions || rules || providers || loaders ? checkedStore(opened) : opened;
      try {
        const resume = resumeCommand({ location: store.location, runsFolders: runsFoldersFrom(request), cwd: request.cwd, queue: queue?.shown, isAudit: request.isAudit });
        const executed = await execute({ extensions, settings, prepared, log, reporter, queue, rounds, rechecks, earlier, runId, startedAt, began, store });
        const goesOn = (await findRun(store.location)) !== undefined;
        return { ...executed, location: store.location, resumeCommand: goesOn ? `${resume}${raisedLimits(executed.summary.budgets)}` : undefined, lostReporters: reporter.lost };
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { createTraffic, type RunResources, type Traffic } from '@assay/engine';
import { createRedactor, type BudgetAccount, type ReportDiagnostic, type Trial, type TrialExecutor, type TrialJob } from '@assay/schema';
import { effectiveOptions } from '../../options/option-values.js';
import { createWatchedProcesses } from '../../processes/watched-processes.js';
import { composeExecutor } from '../compose-executor.js';
import { checkNames } from '../judges/check-names.js';
import { createPromptsDigest } from '../jobs/prompts-digest.js';
import { createTrialDigests } from '../jobs/trial-digests.js';
import { vouchedNames } from '../prepare/vouched-names.js';
import { openCache } from '../cache/open-cache.js';
import { givenPrompts } from '../reading/given-prompts.js';
import { composeReading, type Reading } from '../reading/compose-reading.js';
import { givenUpDiagnostic } from '../reporting/given-up.js';
import { composeResources } from '../resources/compose-resources.js';
import type { LocalResources } from '../resources/run-resources.js';
import type { RunSettings } from '../run-settings.js';
import { createTargetIdentities } from '../targets/identity/target-identities.js';
import { makeTargetResolver } from '../targets/make-target-resolver.js';
import type { SelectTargetsOptions } from '../targets/select-targets.js';
import { targetLimiters } from '../targets/target-limiters.js';
import { runWorkspaces } from '../workspaces/run-workspaces.js';
import { workspacesOfRuns } from '../workspaces/workspaces-of-runs.js';
import { trialRebuilder, type RebuildTrial } from './rebuild-trial.js';
import { createSuiteShelf } from './suite-shelf.js';

/** A worker may serve runs for days: a target that it gave up is asked once more after so many milliseconds, by one request. */
const REOPEN_MS = 2_000;

/** A worker that could take jobs. */
export interface PreparedWorker {
  readonly reading: Reading;
  /** All requests of the worker. */
  readonly traffic: Traffic;
  readonly resources: LocalResources;
  readonly rebuild: RebuildTrial;
  /** Has the requests of a trial paid from an account, those of its judges too. */
  paidFrom(trial: Trial, account: BudgetAccount): void;
  readonly executor: TrialExecutor;
  close(): Promise<void>;
}

/** Rows say who assessed them by digests, which are to mean the same as those that the process makes which planned them. */
function underSalts(resources: LocalResources, jobs: WeakMap<Trial, TrialJob>): RunResources {
  return {
    ...resources,
    of: (trial) => ({ ...resources.of(trial), assessors: () => resources.assessorsOf(trial, jobs.get(trial)?.salt ?? '') }),
  };
}

/** Trials whose requests somebody pays for. Judges are shared by all trials, and know by whose trial they are asked. */
function createPaying() {
  const accounts = new WeakMap<Trial, BudgetAccount>();
  const paying = new AsyncLocalStorage<BudgetAccount | undefined>();
  return {
    paidFrom: (trial: Trial, account: BudgetAccount) => void accounts.set(trial, account),
    // Prices are known where the trial was planned, with the same settings.
    budget: { limitsCost: false, account: () => paying.getStore() },
    executor: (executor: TrialExecutor): TrialExecutor => ({
      ...executor,
      // Also one that nobody pays for: it may be begun as the end of another one makes room, and is not to be paid from that one's account.
      execute: (trial, how) => paying.run(accounts.get(trial), () => executor.execute(trial, how)),
    }),
  };
}

/**
 * Makes the targets ready that jobs will probably name: what asks them is loaded while no trial waits for it. Never rejects: what is
 * wrong with one is the answer to the first job that names it.
 */
async function makeReadyAhead({ resolver, selected, projectDefault }: SelectTargetsOptions, resources: LocalResources): Promise<void> {
  const names = selected.length > 0 ? selected : projectDefault === undefined ? [] : [projectDefault];
  try {
    const targets = await resolver.findAll(names.map((name) => ({ name, namedBy: '--target', vouched: true as const })));
    for (const target of targets) await resources.warmUp(target);
  } catch {
    // Said to whoever asks for it.
  }
}

/**
 * Makes a worker of the project of the working directory, with the targets, judges and limits that a run with these settings
 * would have. Suites are read when jobs name them.
 * @throws UsageError, ConfigError or InvalidFileError, as a run would.
 */
export async function prepareWorker(settings: RunSettings, report: ReportDiagnostic): Promise<PreparedWorker> {
  const { cwd, env, verbose, aliasPrecedence, untrusted, redactor = createRedactor() } = settings;
  // Nobody collects what an untrusted project asks for and does not get: it is thrown, and the job refused.
  const reading = await composeReading({ cwd, env, verbose, aliasPrecedence, prompts: givenPrompts(settings.prompts, cwd), redactor, report, untrusted, named: vouchedNames(settings) });
  const { project } = reading;
  const options = effectiveOptions(settings, project.defaults.settings);
  const resolver = await makeTargetResolver({ reading, targetsFile: settings.targetsFile, cwd, report });
  const processes = createWatchedProcesses();
  const traffic = createTraffic({ concurrency: options.of('concurrency') });
  const cache = await openCache({ options, reading, cwd, announce: report });
  const jobs = new WeakMap<Trial, TrialJob>();
  const workspaces = workspacesOfRuns(() => runWorkspaces({ settings, reading, processes, announce: report }), (trial) => jobs.get(trial)?.runId ?? '');
  const paying = createPaying();
  const resources = composeResources({
    budget: paying.budget,
    resolver,
    reading,
    settings,
    cwd,
    options,
    suites: [],
    report,
    limiterOf: targetLimiters(traffic, options),
    announce: report,
    processes,
    cache,
    identities: createTargetIdentities(),
    onGivenUp: (notice) => report(givenUpDiagnostic(notice)),
    reopenAfterMs: REOPEN_MS,
  });
  const shelf = createSuiteShelf({
    root: project.root,
    loadSuite: (file) => reading.loadSuite(file),
    async onSuite(suite) {
      await checkNames(resolver, { settings, project, suites: [suite] });
      resources.addSuite(suite);
    },
  });
  const selection = { resolver, selected: settings.targets, projectDefault: project.defaults.target, projectDefaultLocation: project.defaults.targetLocation };
  const ahead = makeReadyAhead(selection, resources);
  const rebuild = trialRebuilder({
    shelf,
    selection,
    resources,
    digests: createTrialDigests({ reading, resources }),
    promptsDigest: createPromptsDigest(reading.prompts),
  });
  return {
    reading,
    traffic,
    resources,
    async rebuild(job) {
      const trial = await rebuild(job);
      jobs.set(trial, job);
      return trial;
    },
    // Every row gets the id of the run that its job is of.
    executor: paying.executor(composeExecutor({ runId: '', reading, resources: underSalts(resources, jobs), processes, workspaces, options })),
    paidFrom: paying.paidFrom,
    async close() {
      await ahead;
      await workspaces.end();
      await resources.close();
      await processes.close();
      await cache?.close();
    },
  };
}

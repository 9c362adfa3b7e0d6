import type { Budget, RunTrialsOptions, ScoringExecutor } from '@assay/engine';
import { QueueError, UsageError, type ReportDiagnostic } from '@assay/schema';
import { WORKER_OPTIONS } from '../../options/command-line.js';
import { optionEntries } from '../../options/option-values.js';
import { jobMaker } from '../jobs/job-maker.js';
import type { PreparedRun } from '../prepare-run.js';
import type { Extensions } from '../reading/installed-definitions.js';
import type { RunRequest, RunSettings } from '../run-settings.js';
import { findCluster } from './find-cluster.js';
import { queueExecutor } from './queue-executor.js';
import { createQueuedBudget } from './queued-budget.js';
import { wordsOf } from '../../options/option-words.js';

/** A run whose trials are done by the workers of a queue. */
export interface RunQueue {
  /** Its address, without a password. */
  readonly shown: string;
  /** Aborts with a QueueError when the queue is lost. */
  readonly lost: AbortSignal;
  /** How many trials are in the queue at once. */
  readonly pace: Pick<RunTrialsOptions, 'concurrency' | 'onChange' | 'limitOf'>;
  /** @param local does what needs no worker. */
  executor(local: ScoringExecutor): ScoringExecutor;
  /** The limits of a budget, which trials in the queue have not begun to spend. */
  limits(budget: Budget | undefined): RunTrialsOptions['limits'];
  /** What there is to say of it once the run has ended. */
  notes(): readonly string[];
  close(): Promise<void>;
}

export interface RunQueueOptions {
  /** Of the queue, as it was given. */
  readonly address: string;
  readonly settings: RunSettings;
  readonly prepared: PreparedRun;
  readonly runId: string;
  readonly announce: ReportDiagnostic;
  /** What is said now. A run that is gone on with has what it began with besides, perhaps without a queue. */
  readonly said: RunRequest;
  /** What the program of the run brings along. */
  readonly extensions: Extensions;
}

/** Options that each worker has of its own: said for the run they would change nothing, or ask for what is on another machine. */
const OF_WORKERS = optionEntries.filter(([name, { group, flags, setting }]) => group === 'pace' && (flags ?? setting) !== undefined && WORKER_OPTIONS.includes(name) && name !== 'concurrency' && name !== 'queue');

/** @throws UsageError */
function refuseOptionsOfWorkers(request: RunRequest): void {
  // Replies are scored again by this process alone.
  if (request.rescore !== undefined) return;
  const { say } = wordsOf(request);
  const said = OF_WORKERS.filter(([name]) => request[name] !== undefined).map(([name]) => say(name));
  if (said.length === 0) return;
  throw new UsageError(`${said.join(', ')} cannot be said with ${say('queue')}: the workers keep to what they were started with`, {
    hint: 'say it where the workers are started, or in the settings of the target',
  });
}

/** How each kind of what trials are made and scored with is called. Reporters follow the run, and are where it is. */
const OF_TRIALS = { evaluators: 'evaluators', pointFunctions: 'point functions', rules: 'rules', providers: 'providers', loaders: 'loaders' } as const satisfies Partial<Record<keyof Extensions, string>>;

/** Workers have what is installed: one of the same name would take the place of the program's own, and nobody would see it. @throws UsageError */
function refuseExtensions(extensions: Extensions): void {
  const given = Object.entries(OF_TRIALS).flatMap(([kind, name]) => (extensions[kind as keyof typeof OF_TRIALS]?.length ? [name] : []));
  if (given.length === 0) return;
  throw new UsageError(`${given.join(', ')} of a program cannot be used with queue: workers have only what is installed`, {
    hint: 'leave queue out; a program can score too where a file names it (code_judge), and answer (provider cli)',
  });
}

/** Opens the queue of a run. @throws UsageError, ConfigError, QueueError */
export async function openRunQueue({ address, settings, prepared, runId, announce, said, extensions }: RunQueueOptions): Promise<RunQueue> {
  const { cwd, env } = settings;
  refuseExtensions(extensions);
  refuseOptionsOfWorkers(said);
  const { reading, options, plan, budget } = prepared;
  const cluster = await findCluster(reading.trust.untrusted ? [] : [cwd], settings);
  const { password, shown } = cluster.readQueueAddress(address, env);
  reading.redactor.add(password);
  const jobOf = jobMaker({ ...prepared, runId });
  const coordinator = await cluster.openCoordinator({ address, env, runId, tell: (message) => announce({ severity: 'warning', code: 'queue', message }) });
  const lost = new AbortController();
  const queued = createQueuedBudget(budget);
  const concurrency = options.of('concurrency');
  return {
    shown,
    lost: lost.signal,
    pace: {
      concurrency: () => (concurrency === 'auto' ? coordinator.window : Math.min(concurrency, coordinator.window)),
      onChange: (changed) => coordinator.onChange(changed),
      limitOf: (target) => plan.targets.find(({ name }) => name === target)?.workers,
    },
    executor: (local) =>
      queueExecutor(local, {
        jobOf,
        accountOf: (trial) => queued.accountOf(trial),
        onGivenUp: (trial) => queued.givenUp(trial),
        async run(job, how) {
          try {
            return await coordinator.run(job, how);
          } catch (error) {
            // The trials that are in the queue get no rows: they are run when the run is gone on with.
            if (error instanceof QueueError) lost.abort(error);
            throw error;
          }
        },
      }),
    limits: (opened) => queued.limits(opened),
    notes: () => coordinator.notes,
    close: () => coordinator.close(),
  };
}

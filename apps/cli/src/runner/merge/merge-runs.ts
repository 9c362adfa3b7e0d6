import { createRunId, systemClock, uniteRuns, writeSpent, type BudgetRecord, type BudgetTaken, type RunDescription, type UnitedRows } from '@assay/engine';
import { createRunAccumulator, summarizeRun } from '@assay/reports';
import {
  createRedactor,
  MANIFEST_SCHEMA_VERSION,
  UsageError,
  type MergedShards,
  type Redactor,
  type ResultStore,
  type RunStatus,
  type RunSummary,
} from '@assay/schema';
import { real } from '../../files/real-place.js';
import { displayFolder } from '../../files/display-folder.js';
import type { MERGE_OPTIONS } from '../../options/command-line.js';
import { manifestOptions } from '../../options/manifest-options.js';
import { effectiveOptions, withInitialValues, type EffectiveOptions, type OptionName, type OptionValues } from '../../options/option-values.js';
import { redactedStore, rowRedaction } from '../../secrets/redact-rows.js';
import { composeReading, type Reading } from '../reading/compose-reading.js';
import { createDiagnosticLog, type DiagnosticLog } from '../reporting/diagnostic-log.js';
import { isolateReporters, type LostReporter, type Reporters } from '../reporting/isolate-reporters.js';
import { trustIn } from '../../calibrate/trust-in.js';
import { planReports } from '../reporting/plan-reports.js';
import { refuseReports } from '../reporting/refuse-reports.js';
import { writtenReports } from '../reporting/written-reports.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import { openStore } from '../results/open-store.js';
import { resumeCommand } from '../../runs/resume-command.js';
import { savedRequest } from '../resume/saved-request.js';
import type { RunContext } from '../run-settings.js';
import { checkShards } from './check-shards.js';
import { describeMerge } from './describe-merge.js';
import { mergedStore, writingUnion } from './merged-store.js';
import { findMissing, type MissingShards, type WaitingIn } from './missing-shards.js';
import { from1To, readShardRun, type ShardRun } from './shard-run.js';
import { spentByShards } from './spent-by-shards.js';

export interface MergeRequest extends Omit<RunContext, 'files'>, Pick<OptionValues, (typeof MERGE_OPTIONS)[number]> {
  /** Run folders, run ids or `latest`. */
  readonly runs: readonly string[];
}

export interface MergeResult {
  readonly summary: RunSummary;
  /** The command that runs what is missing in the union, quoted for a shell; undefined for a whole run, for a merge that was interrupted, and where shards wait for batches. */
  readonly resumeCommand: string | undefined;
  /** How to collect what is missing and was asked in batches: commands that go on with the shards, quoted for a shell, or which shards these are. */
  readonly waiting: readonly string[];
  /** Reporters that failed and were left out. */
  readonly lostReporters: readonly LostReporter[];
}

/** Gates, which may be others for the union than for its parts. */
const GATES = ['threshold', 'failOn'] as const satisfies readonly OptionName[];

interface Merge {
  readonly request: MergeRequest & { readonly redactor: Redactor; readonly reporterTimeoutSeconds: number };
  readonly reading: Reading;
  readonly reporter: Reporters;
  readonly log: DiagnosticLog;
  readonly runs: readonly ShardRun[];
  readonly rows: UnitedRows;
  readonly missing: MissingShards;
  /** What the shards have spent of their budgets. */
  readonly spent: readonly BudgetRecord<BudgetTaken>[];
  readonly options: EffectiveOptions;
  readonly runId: string;
  /** As `performance.now()`. */
  readonly began: number;
}

async function readRuns({ runs, cwd }: MergeRequest, runsFolder: string): Promise<readonly ShardRun[]> {
  const folders = new Map<string, string>();
  for (const run of runs) {
    const folder = await findRunFolder({ run, cwd, runsFolder });
    // A run that is named twice counts once.
    folders.set(real(folder), folder);
  }
  return Promise.all(
    [...folders.values()].map((location) => readShardRun({ location, name: displayFolder(cwd, location), resume: resumeCommand({ location, runsFolders: [runsFolder], cwd }) })),
  );
}

async function open({ request, reading, reporter, log, runId }: Pick<Merge, 'request' | 'reading' | 'reporter' | 'log' | 'runId'>): Promise<ResultStore> {
  if (request.reports === undefined) refuseReports(reading, log.report);
  log.settle();
  const reports = planReports({
    reports: writtenReports(request.reports),
    project: reading.project,
    definitions: await reading.definitions.reporters(),
    cwd: request.cwd,
    printable: request.stdout !== undefined,
    onCiServer: request.ciServer !== undefined && effectiveOptions({ github: request.github }, reading.project.defaults.settings).of('github'),
    inputs: reading.project.files,
  });
  return openStore({ runId, settings: request, prepared: { reports, reading }, reporter });
}

/** Writes the union, and tells of it. @returns how many rows were written. */
async function write({ request, rows, runId, reporter }: Merge, store: ResultStore, redactor: Redactor, statistics: ReturnType<typeof createRunAccumulator>): Promise<number> {
  const redactRow = rowRedaction(redactor);
  const kept = redactedStore(store, redactor, redactRow);
  let count = 0;
  for await (const stored of rows.rows()) {
    if (request.signal.aborted) break;
    const row = redactRow({ ...stored, runId });
    await kept.append(row);
    count += 1;
    statistics.add(row);
    reporter.trialKept(row);
  }
  await kept.flush();
  return count;
}

function endedAt(runs: readonly ShardRun[]): string {
  return runs.map(({ manifest }) => manifest.finishedAt ?? '').toSorted().at(-1) || new Date(systemClock.now()).toISOString();
}

async function execute(merge: Merge, store: ResultStore): Promise<RunSummary> {
  const { request, reading, reporter, log, runs, rows, missing, spent, options, runId, began } = merge;
  const { redactor } = reading;
  const verdicts = runs[0]?.manifest.verdicts;
  const merged = { count: runs[0]?.count ?? 0, missing: missing.indexes, runs: runs.map(({ manifest }) => manifest.runId) };
  const said = manifestOptions(Object.fromEntries([...GATES, 'reports' as const].map((name) => [name, request[name]])));
  const description: RunDescription = describeMerge({ runId, runs, merged, waiting: missing.waiting.flatMap(({ shards }) => shards), said, cwd: request.cwd, location: store.location });
  const names = { suites: description.suites.map(({ name }) => name), targets: description.targets.map(({ name }) => name) };
  const location = displayFolder(request.cwd, store.location);
  const statistics = createRunAccumulator({ thresholds: verdicts, ...names });
  const manifests = redactedStore(store, redactor, (row) => row);
  const keep = (status: RunStatus, count: number, there: MergedShards): Promise<void> =>
    manifests.writeManifest({ ...description, merged: there, schemaVersion: MANIFEST_SCHEMA_VERSION, status, finishedAt: status === 'running' ? null : endedAt(runs), rows: count });
  reporter.runStarted({ runId, location, ...names, judges: description.judges, total: rows.size, thresholds: verdicts });
  // Until all rows are there no shard is whole here: whoever kills this leaves a run that says so.
  const none = { ...merged, missing: from1To(merged.count) };
  await keep('running', 0, none);
  if (spent.length > 0) await writingUnion(location, () => writeSpent(store.location, spent));
  const count = await write(merge, store, redactor, statistics);
  const interrupted = request.signal.aborted;
  const there = interrupted ? none : merged;
  await keep(interrupted || missing.indexes.length > 0 ? 'interrupted' : 'finished', count, there);
  const summaries = runs.flatMap(({ summary }) => summary ?? []);
  const summary = redactor.value(summarizeRun(statistics.result(), {
    runId,
    location,
    // Every shard reads all cases.
    skippedCases: Math.max(0, ...summaries.map(({ skippedCases }) => skippedCases)),
    plannedTrials: missing.indexes.length > 0 ? undefined : rows.size,
    merged: there,
    durationMs: Math.max(0, ...summaries.map(({ durationMs }) => durationMs)) || Math.round(performance.now() - began),
    threshold: options.of('threshold'),
    failOn: options.of('failOn'),
    interrupted,
    missingParts: missing.reasons,
  }));
  await store.writeSummary(summary);
  log.finish();
  const { trust, project } = reading;
  await reporter.runFinished(summary, undefined, trust.untrusted ? undefined : trustIn({ folder: store.location, projectRoot: project.root, cwd: request.cwd }));
  return summary;
}

/** A merged run has no batches itself: it is refused to whoever goes on with it. */
function howToCollect({ run: { manifest: { merged }, name, resume }, shards }: WaitingIn): string {
  return merged ? `go on with the shards that ${name} was merged of (${shards.map(({ runId }) => runId).join(', ')}), and name them beside it` : resume;
}

/**
 * Puts the shards of a run together: a run of its own, with the row of each trial that counts and the outcome that the run would have
 * had without shards.
 * @throws UsageError for runs that are no shards of one run, and for trials with two results.
 * @throws ConfigError, StoreError
 */
export async function mergeRuns(said: MergeRequest): Promise<MergeResult> {
  const { redactor = createRedactor(), cwd, env, verbose = false, untrusted } = said;
  const request = { ...withInitialValues(said), redactor };
  const began = performance.now();
  const reporter = isolateReporters(request, redactor);
  const log = createDiagnosticLog({
    strict: false,
    onFinding(finding) {
      if (finding.severity !== 'info' || verbose) reporter.diagnostic(redactor.value(finding));
    },
  });
  try {
    const reading = await composeReading({ cwd, env, redactor, verbose, untrusted, report: log.report, onRefused: log.report });
    const runs = await readRuns(request, reading.trust.runsFolder);
    checkShards(runs, GATES.filter((name) => request[name] !== undefined));
    const rows = await uniteRuns(runs, {
      onTornLine: ({ file, line }) =>
        log.announce({ severity: 'warning', code: 'torn-line', message: `${displayFolder(cwd, file)}:${line}: this line was cut short and is left out` }),
    });
    const missing = findMissing(runs, rows.sizes);
    // Shards that have no row yet are missing, which is said with their names.
    if (rows.size === 0 && missing.indexes.length === 0) throw new UsageError('none of these runs has a result', { hint: 'run the shards again' });
    const [first] = runs;
    const before = first ? savedRequest(first.manifest, `${first.name}/run.json`).options : {};
    const options = effectiveOptions({ ...before, ...Object.fromEntries(GATES.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]))) }, {});
    const runId = createRunId(systemClock.now());
    const merge: Merge = { request, reading, reporter, log, runs, rows, missing, spent: await spentByShards(runs), options, runId, began };
    await request.onBegin?.();
    const opened = await open(merge);
    const store = mergedStore(opened, displayFolder(cwd, opened.location));
    try {
      const command = resumeCommand({ location: store.location, runsFolders: [reading.trust.runsFolder], cwd });
      const summary = await execute(merge, store);
      // What an interrupted merge lacks is in the shards: resuming it would ask for replies that are there. So would it for what batches were asked.
      const goesOn = !summary.complete && summary.outcome !== 'interrupted' && missing.waiting.length === 0;
      return { summary, resumeCommand: goesOn ? command : undefined, waiting: missing.waiting.map(howToCollect), lostReporters: reporter.lost };
    } finally {
      await store.close();
    }
  } finally {
    await reporter.close();
  }
}

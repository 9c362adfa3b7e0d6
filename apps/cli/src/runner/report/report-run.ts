import { loadProject } from '@assay/loaders';
import { createRedactor, type Comparison, type ReporterDefinition, type RunSummary, type RunTrust } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { effectiveOptions, type OptionValues } from '../../options/option-values.js';
import type { OptionWords } from '../../options/option-words.js';
import { settingDefinitions } from '../../options/setting-definitions.js';
import { createDiagnosticLog, type DiagnosticLog } from '../reporting/diagnostic-log.js';
import { installedReporters } from '../reading/installed-reporters.js';
import { labelsIn } from '../reporting/labels-in.js';
import { isolateReporters, type LostReporter, type Reporters } from '../reporting/isolate-reporters.js';
import { trustIn } from '../../calibrate/trust-in.js';
import { openReports } from '../reporting/open-reports.js';
import { planReports } from '../reporting/plan-reports.js';
import { writtenReports } from '../reporting/written-reports.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import { runsFolder } from '../../folders/runs-folder.js';
import type { RunContext } from '../run-settings.js';
import { againstBaselines, againstRun } from './find-comparison.js';
import { openStoredRun, type StoredRun } from './stored-run.js';

/** How long a report may take to become ready, or to be finished. */
const MOST_SECONDS = 30;

export interface ReportRunRequest extends Omit<RunContext, 'files' | 'onBegin' | 'onBatches'> {
  /** A run folder, a run id or `latest`. */
  readonly run: string;
  readonly reports: OptionValues['reports'];
  /** What reports sum results up by, if nothing of their own says it. */
  readonly by?: OptionValues['by'];
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** False to tell no CI server. Default: what the settings say. */
  readonly github?: OptionValues['github'];
  /** Definitions besides the installed ones. */
  readonly definitions?: readonly ReporterDefinition[] | undefined;
  /** A run that it is compared with. Default: its baselines, where there are some; `false` for nothing. */
  readonly against?: string | false | undefined;
}

export interface ReportRunResult {
  readonly summary: RunSummary;
  /** Reporters that failed and were left out. */
  readonly lostReporters: readonly LostReporter[];
}

interface Telling {
  readonly run: StoredRun;
  readonly reporter: Reporters;
  readonly signal: AbortSignal;
  readonly comparison: Comparison | undefined;
  readonly trust: () => Promise<RunTrust>;
}

/** What was asked for is named wherever reasons are, by reports too that have no part for what changed. */
function withComparison(summary: RunSummary, comparison: Comparison | undefined, against: string): RunSummary {
  return { ...summary, reasons: [...summary.reasons, ...[...(comparison?.reasons ?? []), ...(comparison?.notes ?? [])].map((reason) => `against ${against}: ${reason}`)] };
}

/** Tells reporters of a run as if it went on. @returns false when that was interrupted. */
async function tell({ run: { reader, manifest, summary, thresholds }, reporter, signal, comparison, trust }: Telling): Promise<boolean> {
  const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
  reporter.runStarted({
    runId: summary.runId,
    location: summary.location,
    suites: manifest?.suites.map(({ name }) => name) ?? unique(summary.groups.map(({ suite }) => suite)),
    targets: manifest?.targets.map(({ name }) => name) ?? unique(summary.groups.map(({ target }) => target)),
    judges: manifest?.judges ?? [],
    total: summary.groups.reduce((sum, { trials }) => sum + trials, 0),
    thresholds,
  });
  for await (const row of reader.rows()) {
    if (signal.aborted) return false;
    reporter.trialKept(row);
  }
  await reporter.runFinished(summary, comparison, trust);
  return true;
}

function createLog(reporter: Reporters, redactor: ReturnType<typeof createRedactor>, words: ReportRunRequest['words']): DiagnosticLog {
  return createDiagnosticLog({
    strict: false,
    words,
    onFinding(finding) {
      if (finding.severity !== 'info') reporter.diagnostic(redactor.value(finding));
    },
  });
}

/**
 * Writes reports of a run that is stored, also of one that goes on or was killed. Nothing is asked and nothing of the run changes.
 * @throws UsageError, ConfigError, InvalidFileError, StoreError before a report is written.
 */
export async function reportRun(request: ReportRunRequest): Promise<ReportRunResult> {
  const { cwd, env, redactor = createRedactor(), signal, against, stdout, ciServer, by } = request;
  const reporter = isolateReporters({ reporters: request.reporters, reporterTimeoutSeconds: MOST_SECONDS, hasForeignReporters: request.definitions !== undefined }, redactor);
  const log = createLog(reporter, redactor, request.words);
  try {
    const project = await loadProject(cwd, { env, workingDirectory: cwd, settings: settingDefinitions, report: log.report });
    log.settle();
    redactor.addEnvironment(project.env);
    const folder = await findRunFolder({ run: request.run, cwd, runsFolder: runsFolder(project.root) });
    const planned = planReports({
      reports: writtenReports(request.reports) ?? [],
      project,
      definitions: installedReporters(request.definitions),
      cwd,
      printable: stdout !== undefined,
      words: request.words,
      onCiServer: ciServer !== undefined && effectiveOptions({ github: request.github }, project.defaults.settings).of('github'),
    });
    const run = await openStoredRun({
      folder,
      location: displayFolder(cwd, folder),
      thresholds: project.verdicts,
      onTornLine: ({ file, line }) =>
        log.announce({ severity: 'warning', code: 'torn-line', message: `${displayFolder(cwd, file)}:${line}: this line was cut short and is left out` }),
    });
    const place = { folder, cwd, projectRoot: project.root };
    const comparison = against === false ? undefined : against === undefined ? await againstBaselines(place) : await againstRun(place, against, runsFolder(project.root));
    for (const report of await openReports(planned, { redactor, stdout, ciServer, labels: labelsIn(project.root, cwd), by, mostMs: MOST_SECONDS * 1000, words: request.words })) reporter.add(report);
    const told = against === undefined || against === false ? run : { ...run, summary: withComparison(run.summary, comparison, against) };
    await tell({ run: told, reporter, signal, comparison: comparison && redactor.value(comparison), trust: trustIn(place) });
    log.finish();
    return { summary: told.summary, lostReporters: reporter.lost };
  } finally {
    await reporter.close();
  }
}

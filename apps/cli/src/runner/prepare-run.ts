import { resolve } from 'node:path';
import { createLimiter, openRun, type BreakNotice } from '@assay/engine';
import { createJudge, createJudgePanel, DEFAULT_BACKUP, DEFAULT_JUDGES, nameJudges } from '@assay/judges';
import { findRetirement, readRecording } from '@assay/providers';
import { UsageError, type ReportDiagnostic, type Suite, type TargetDefinition } from '@assay/schema';
import { composeReading, type Reading } from './reading/compose-reading.js';
import type { Extensions } from './reading/installed-definitions.js';
import { checkNames } from './judges/check-names.js';
import { currentJudges } from './judges/current-judges.js';
import type { PanelMember, PanelMembers } from './judges/prepare-panels.js';
import { createWatchedProcesses, type WatchedProcesses } from '../processes/watched-processes.js';
import { withRedactedRequests } from '../secrets/redacted-requests.js';
import { providerMaker } from './targets/make-provider.js';
import { makeTargetResolver } from './targets/make-target-resolver.js';
import { embeddingsReference } from './targets/embeddings-reference.js';
import { makeSimilarity } from './targets/make-similarity.js';
import type { TargetMakerOptions } from './targets/resolve-target.js';
import { targetLimiters } from './targets/target-limiters.js';
import type { TargetResolver } from './targets/target-resolver.js';
import { failedTrials } from './plan/failed-trials.js';
import type { DiagnosticLog } from './reporting/diagnostic-log.js';
import { givenUpDiagnostic } from './reporting/given-up.js';
import { findRunFolder } from './results/find-run-folder.js';
import { loadSuites } from './reading/load-suites.js';
import { createOutputsCheck, type OutputsCheck, type OutputsCheckOptions } from './outputs/outputs-check.js';
import { planRun, type RunPlan } from './plan/plan-run.js';
import { createRunResources, type RunResources } from './resources/run-resources.js';
import { createTrustCheck } from '../trust/check-trust.js';
import { checkSuites } from '../trust/check-suites.js';
import type { Trust } from '../trust/trust.js';
import type { VouchedNames } from '../trust/untrusted.js';
import { effectiveOptions, type EffectiveOptions } from '../options/option-values.js';
import { installedReporters } from './reports/installed-reporters.js';
import { planReports, type PlannedReport } from './reports/plan-reports.js';
import { refuseReports } from './reports/refuse-reports.js';
import { writtenReports } from './reports/written-reports.js';
import type { RunSettings } from './run-settings.js';
import { checkSelected, selectTargets, type SelectTargetsOptions } from './targets/select-targets.js';
import { withOneReply } from './outputs/with-one-reply.js';
import { withoutVariants } from './outputs/without-variants.js';

/** A run that could start: everything is read, checked and ready. */
export interface PreparedRun {
  readonly reading: Reading;
  /** The values of all options. */
  readonly options: EffectiveOptions;
  readonly suites: readonly Suite[];
  readonly resources: RunResources;
  readonly plan: RunPlan;
  /** Targets that are not asked any more; grows while the run goes on. */
  readonly givenUp: readonly BreakNotice[];
  /** Reports that are asked for by name, not opened yet. */
  readonly reports: readonly PlannedReport[];
  /** Keeps watch over the programs that the run starts; whoever runs it closes them. */
  readonly processes: WatchedProcesses;
}

/** `assay score`: the outputs stand in for a target. */
function outputsTarget(file: string): TargetDefinition {
  return { name: 'outputs', provider: 'replay', options: { recording: file } };
}

interface CheckOutputsOptions extends Pick<OutputsCheckOptions, 'repeats' | 'report'> {
  readonly settings: RunSettings;
  readonly maxReplyMb: number | undefined;
}

/** @throws InvalidFileError when the outputs cannot be read, or some of them cannot be used. */
async function checkOutputs(outputs: string, { settings, maxReplyMb, ...rest }: CheckOutputsOptions): Promise<OutputsCheck> {
  return createOutputsCheck({ recording: await readRecording(resolve(settings.cwd, outputs), outputs, maxReplyMb), ...rest });
}

function configuredPanel(judges: Reading['project']['judges']) {
  return judges && { judges: judges.panel, backup: judges.backup, quorum: judges.quorum };
}

function panelMaker({ redactor }: Reading) {
  const judge = (member: PanelMember) => createJudge({ ...member, provider: withRedactedRequests(member.provider, redactor) });
  return ({ judges: members, backup, quorum }: PanelMembers) =>
    createJudgePanel({
      judges: members.map(judge),
      backup: backup && judge(backup),
      quorum,
    });
}

interface RunResourcesSources extends TargetMakerOptions {
  readonly settings: RunSettings;
  readonly resolver: TargetResolver;
  readonly suites: readonly Suite[];
  /** Hands on what is about no file. */
  readonly announce: ReportDiagnostic;
}

async function resourcesFor(options: RunResourcesSources): Promise<RunResources> {
  const { reading, settings, report, announce, suites, resolver } = options;
  const { definitions, project } = reading;
  const embeddings = embeddingsReference(settings, project);
  await checkNames(resolver, { settings, project, suites });
  const resources = createRunResources({
    resolver,
    choice: {
      judges: settings.judges,
      backupJudge: settings.backupJudge,
      configured: configuredPanel(project.judges),
      defaults: currentJudges(
        { judges: DEFAULT_JUDGES, backup: DEFAULT_BACKUP },
        {
          findRetirement,
          isSettled: (model) => resolver.has(model) || Object.hasOwn(project.modelAliases, model),
        },
      ),
    },
    evaluators: definitions.evaluators,
    makeProvider: providerMaker(options),
    makePanel: panelMaker(reading),
    nameJudges,
    makeSimilarity: embeddings && (() => makeSimilarity(embeddings, resolver, options)),
    report,
    announce,
  });
  return resources;
}

/** What the command line (or a program) names, and so vouches for. */
function vouchedNames({ targets, judges, backupJudge, embeddings, allowHosts = [] }: RunSettings): VouchedNames {
  const names = [...targets, ...judges, backupJudge, embeddings].filter((name) => name !== undefined);
  return { names, allowHosts };
}

/**
 * What failed in the run that `--filter-failed` names: a folder, an id, or `latest`; undefined when it
 * names none.
 * @throws UsageError when there is no such run or nothing failed in it.
 */
async function failedIn({ filterFailed: run, filterBorderline: borderline = false, cwd }: RunSettings, { runsFolder }: Trust, suites: readonly Suite[]) {
  if (run === undefined && borderline) {
    throw new UsageError('--borderline goes with --filter-failed', { hint: 'name a run, as in --filter-failed latest --borderline' });
  }
  if (run === undefined) return undefined;
  const folder = await findRunFolder({ run, cwd, runsFolder });
  return failedTrials((await openRun(folder)).rows(), { run, borderline, suites });
}

/** Files that the run reads, absolute: no report may replace one. */
function filesRead({ cwd, outputs, targetsFile }: RunSettings, { project }: Reading, suites: readonly Suite[]): readonly string[] {
  const named = [outputs, targetsFile].flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  return [...suites.map(({ file }) => resolve(cwd, file)), ...named, ...project.files];
}

/**
 * Reads and checks everything that a run takes, and makes it ready.
 * @throws InvalidFileError with the findings of all files.
 * @throws ConfigError, UsageError
 */
export async function prepareRun(settings: RunSettings, log: DiagnosticLog, extensions: Extensions): Promise<PreparedRun> {
  const { cwd, env, verbose, aliasPrecedence, redactor } = settings;
  const reading = await composeReading({
    cwd, patterns: settings.files, env, verbose, aliasPrecedence, redactor, extensions,
    report: log.report,
    untrusted: settings.untrusted,
    named: vouchedNames(settings),
    onRefused: log.report,
  });
  const loaded = await loadSuites({ files: reading.suites, projectRoot: reading.project.root, loadSuite: reading.loadSuite, report: log.report });
  const options = effectiveOptions(settings, reading.project.defaults.settings);
  const repeats = options.of('repeat');
  const outputsCheck = settings.outputs === undefined ? undefined : await checkOutputs(settings.outputs, { settings, repeats, maxReplyMb: options.of('maxReplyMb'), report: log.report });
  const suites = outputsCheck ? loaded.map((suite) => outputsCheck.watch(withOneReply(withoutVariants(suite)))) : loaded;
  const { defaults } = reading.project;
  const makeResolver = (): Promise<TargetResolver> =>
    makeTargetResolver({ reading, targetsFile: settings.targetsFile, cwd, report: log.report });
  const selectionFrom = (resolver: TargetResolver): SelectTargetsOptions => ({
    resolver,
    selected: settings.targets,
    projectDefault: defaults.target,
    projectDefaultLocation: defaults.targetLocation,
  });
  let resolver: TargetResolver | undefined;
  if (reading.trust.untrusted) {
    resolver = await makeResolver();
    const check = createTrustCheck({ resolver, reading, settings, selection: outputsCheck ? undefined : selectionFrom(resolver) });
    await checkSuites(suites, reading, check, log.report);
  }
  if (settings.reports === undefined) refuseReports(reading, log.report);
  log.settle();
  const reports = planReports({
    reports: writtenReports(settings.reports),
    project: reading.project,
    definitions: installedReporters(extensions.reporters),
    cwd,
    printable: settings.stdout !== undefined,
    inputs: filesRead(settings, reading, suites),
  });
  resolver ??= await makeResolver();
  const selection = selectionFrom(resolver);
  const givenUp: BreakNotice[] = [];
  const processes = createWatchedProcesses();
  const resources = await resourcesFor({
    resolver,
    reading,
    settings,
    cwd,
    options,
    suites,
    report: log.report,
    limiterOf: targetLimiters({
      createLimiter,
      atOnce: options.of('concurrency'),
    }),
    announce: log.announce,
    processes,
    onGivenUp(notice) {
      givenUp.push(notice);
      log.announce(givenUpDiagnostic(notice));
    },
  });
  const outputs = settings.outputs === undefined ? undefined : outputsTarget(settings.outputs);
  const only = await failedIn(settings, reading.trust, suites);
  if (!outputs) for (const suite of suites) if (suite.size === undefined) await checkSelected(suite, selection);
  const plan = await planRun({
    suites,
    settings,
    repeats,
    only,
    async targetsFor(suite, located) {
      const { evalCase } = located;
      const targets = outputs
        ? [outputs]
        : await selectTargets(suite, located, selection);
      for (const target of targets) {
        if (only && !only.anyVariant(suite, evalCase.id, target.name)) continue;
        await resources.prepare(target, suite, located);
      }
      outputsCheck?.selected(suite, evalCase);
      return targets;
    },
  });
  await outputsCheck?.settle(suites);
  return { reading, options, suites, resources, plan, givenUp, reports, processes };
}

import { createTraffic, type Batches, type BreakNotice, type Traffic } from '@assay/engine';
import type { LocatedCase, RunManifest, Suite, TargetDefinition } from '@assay/schema';
import { effectiveOptions, openToProject, settledByProject, type EffectiveOptions, type OptionValues } from '../options/option-values.js';
import { suiteSettings } from '../options/suite-settings.js';
import { mostRepeats, rangeOf, rechecksOf } from './plan/repeats-of.js';
import { readShard } from '../options/shard-text.js';
import { resolve } from 'node:path';
import { judgementsFolder } from '../folders/audits-folder.js';
import { createWatchedProcesses, type WatchedProcesses } from '../processes/watched-processes.js';
import { checkSuites } from './untrusted/check-suites.js';
import { createTrustCheck } from './untrusted/check-trust.js';
import type { VouchedNames } from '../trust/untrusted.js';
import { openOutputs, outputsTarget } from './outputs/open-outputs.js';
import { installedReporters } from './reporting/installed-reporters.js';
import { planReports, type PlannedReport } from './reporting/plan-reports.js';
import { refuseReports } from './reporting/refuse-reports.js';
import { writtenReports } from './reporting/written-reports.js';
import { checkNames } from './judges/check-names.js';
import { withOneReply } from './outputs/with-one-reply.js';
import { withoutVariants } from './outputs/without-variants.js';
import { createLoneComparisons } from './plan/lone-comparisons.js';
import { planRun, type RunPlan } from './plan/plan-run.js';
import { checkBatches, makeBatches } from './batch/make-batches.js';
import { createRunBudget, type RunBudget } from './budget/run-budget.js';
import { cacheByRepeat, type CacheByRepeat } from './cache/cache-by-repeat.js';
import { openCache } from './cache/open-cache.js';
import { composeReading, type Reading } from './reading/compose-reading.js';
import type { Extensions } from './reading/installed-definitions.js';
import { givenPrompts } from './reading/given-prompts.js';
import { loadSuites } from './reading/load-suites.js';
import type { DiagnosticLog } from './reporting/diagnostic-log.js';
import { givenUpDiagnostic } from './reporting/given-up.js';
import { composeResources } from './resources/compose-resources.js';
import type { LocalResources } from './resources/run-resources.js';
import type { EarlierRun } from './resume/earlier-run.js';
import { passedOverDiagnostic } from './resume/passed-over-diagnostic.js';
import type { RunSettings } from './run-settings.js';
import { makeTargetResolver } from './targets/make-target-resolver.js';
import { checkSelected, targetSelector, type SelectTargetsOptions } from './targets/select-targets.js';
import { shardSalt } from './targets/identity/shard-salt.js';
import { createTargetIdentities, type TargetIdentities } from './targets/identity/target-identities.js';
import { targetLimiters } from './targets/target-limiters.js';
import type { TargetResolver } from './targets/target-resolver.js';
import type { RunWorkspaces } from './workspaces/run-folders.js';
import { runWorkspaces } from './workspaces/run-workspaces.js';

/** A run that could start: everything is read, checked and ready. */
export interface PreparedRun {
  readonly reading: Reading;
  /** The values of all options. */
  readonly options: EffectiveOptions;
  /** What settings and suites say of the run as it begins, and what holds for all its parts; what whoever starts it says wins. */
  readonly settled: OptionValues;
  readonly suites: readonly Suite[];
  readonly resources: LocalResources;
  readonly plan: RunPlan;
  /** All requests of the run: who may send one, and what holds them up. */
  readonly traffic: Traffic;
  /** What it may take. */
  readonly budget: RunBudget;
  /** Targets that are not asked any more; grows while the run goes on. */
  readonly givenUp: readonly BreakNotice[];
  /** Reports that are asked for by name, not opened yet. */
  readonly reports: readonly PlannedReport[];
  /** Folder of the run whose failures are run again, absolute; undefined when none is named. */
  readonly failedIn: string | undefined;
  /** Who is asked. */
  readonly identities: TargetIdentities;
  /** The folders that trials work in; undefined for a run that asks nobody. */
  readonly workspaces: RunWorkspaces | undefined;
  /** Keeps watch over the programs that the run starts. */
  readonly processes: WatchedProcesses;
  /** How often single cases may be asked again when all else is done; undefined for a run that asks none again. */
  readonly rechecks: number | undefined;
  /** What the run asks in batches; undefined for one that asks at once. */
  readonly batches: Batches | undefined;
  /** The cache of an audit, which keeps judgements by the repeats that they are for. */
  readonly byRepeat: CacheByRepeat | undefined;
  /** Frees everything that was made ready. */
  close(): Promise<void>;
}

/** The limits of suites that a project says, and those that they say themselves: all of them hold. */
function limitsOf(ofProject: Reading['project']['budgets'], ofSuites: Reading['project']['budgets']): Reading['project']['budgets'] {
  const least = (path: string): object => Object.fromEntries(Object.entries(ofSuites[path] ?? {}).map(([key, limit]) => [key, Math.min(limit as number, Number(ofProject[path]?.[key as never] ?? Infinity))]));
  return { ...ofProject, ...Object.fromEntries(Object.keys(ofSuites).map((path) => [path, { ...ofProject[path], ...least(path) }])) };
}

/** What the command line (or a program) names, and so vouches for. */
export function vouchedNames({ targets, judges, backupJudge, embeddings, allowHosts = [] }: RunSettings): VouchedNames {
  const names = [...targets, ...judges, backupJudge, embeddings].filter((name) => name !== undefined);
  return { names, allowHosts };
}

/** What judges weighed in the earlier part of a run: it goes on with that, unless it is scored anew or told to take what is said now. */
function keptWeights(earlier: EarlierRun | undefined, { acceptChanges }: RunSettings): RunManifest['judgeWeights'] {
  return earlier?.mode === 'resume' && !acceptChanges ? earlier.manifest.judgeWeights : undefined;
}

/** Files that the run reads, absolute: no report may replace one. */
function filesRead({ cwd, outputs, targetsFile }: RunSettings, { project }: Reading, suites: readonly Suite[]): readonly string[] {
  const named = [outputs, targetsFile].flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  return [...suites.map(({ file }) => resolve(cwd, file)), ...named, ...project.files];
}

/**
 * Reads and checks everything that a run takes, and makes it ready.
 * @param earlier what it goes on with.
 * @throws InvalidFileError with the findings of all files.
 * @throws ConfigError, UsageError
 */
export async function prepareRun(settings: RunSettings, log: DiagnosticLog, extensions: Extensions, earlier?: EarlierRun): Promise<PreparedRun> {
  const { cwd, env, verbose, aliasPrecedence, redactor } = settings;
  if (earlier?.passedOver) log.announce(passedOverDiagnostic(earlier.passedOver));
  const reading = await composeReading({
    cwd, patterns: settings.files, env, verbose, aliasPrecedence, redactor, extensions,
    prompts: givenPrompts(settings.prompts, cwd),
    report: log.report,
    untrusted: settings.untrusted,
    named: vouchedNames(settings),
    onRefused: log.report,
  });
  const loaded = await loadSuites({ files: reading.suites, projectRoot: reading.project.root, loadSuite: reading.loadSuite, report: log.report });
  const asked = suiteSettings(loaded, settings);
  const { settings: ofProject } = reading.project.defaults;
  // Files that nobody vouches for have no say where the user has settings of their own.
  const ofFiles = reading.trust.untrusted ? { ...asked.ofRun, ...ofProject } : { ...ofProject, ...asked.ofRun };
  // A run goes on with what files said of it when it began, which its manifest holds.
  const options = effectiveOptions(settings, earlier ? openToProject(ofFiles) : ofFiles);
  const repeat = options.of('repeat');
  const repeats = mostRepeats(repeat);
  const rechecks = settings.outputs === undefined ? rechecksOf(options) : undefined;
  const outputsCheck = settings.outputs === undefined ? undefined : await openOutputs({ file: settings.outputs, cwd, repeats, maxReplyMb: options.of('maxReplyMb'), report: log.report });
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
    onCiServer: settings.ciServer !== undefined && options.of('github'),
    inputs: filesRead(settings, reading, suites),
  });
  resolver ??= await makeResolver();
  const selection = selectionFrom(resolver);
  const givenUp: BreakNotice[] = [];
  const processes = createWatchedProcesses();
  await checkNames(resolver, { settings, project: reading.project, suites });
  const shard = settings.shard === undefined ? undefined : readShard(settings.shard);
  const identities = createTargetIdentities({ earlier: earlier?.manifest.identity, salt: shard && shardSalt(suites, shard), acceptChanges: settings.acceptChanges });
  const traffic = createTraffic({ concurrency: options.of('concurrency') });
  const budget = createRunBudget({ options, project: { ...reading.project, budgets: limitsOf(reading.project.budgets, asked.budgets) }, suites, report: log.report });
  const ofAudit = settings.isAudit && settings.out !== undefined ? judgementsFolder(resolve(cwd, settings.out)) : undefined;
  const cache = await openCache({ options, reading, cwd, announce: log.announce, folder: ofAudit });
  const byRepeat = ofAudit === undefined || !cache ? undefined : cacheByRepeat(cache);
  const batches = await makeBatches(settings, log.announce);
  const resources = composeResources({
    resolver,
    reading,
    settings,
    cwd,
    options,
    suites,
    report: log.report,
    limiterOf: targetLimiters(traffic, options),
    announce: log.announce,
    processes,
    cache: byRepeat?.cache ?? cache,
    batches,
    budget,
    identities,
    keptWeights: keptWeights(earlier, settings),
    onGivenUp(notice) {
      givenUp.push(notice);
      log.announce(givenUpDiagnostic(notice));
    },
  });
  // Of replies that exist already, whoever made them worked elsewhere.
  const workspaces = settings.outputs === undefined ? runWorkspaces({ settings, reading, processes, announce: log.announce }) : undefined;
  const close = async (): Promise<void> => {
    await workspaces?.end();
    await resources.close();
    await processes.close();
    await cache?.close();
    await batches?.close();
  };
  try {
    const outputs = settings.outputs === undefined ? undefined : outputsTarget(settings.outputs);
    const onlyOutputs = outputs ? [outputs] : [];
    const selectFor = targetSelector(selection);
    const wantsFailed = settings.filterFailed !== undefined || settings.filterBorderline === true;
    const failed = wantsFailed ? await (await import('./plan/failed-in-run.js')).failedInRun(settings, reading, suites) : undefined;
    if (!outputs) for (const suite of suites) if (suite.size === undefined) await checkSelected(suite, selection);
    const loneComparisons = createLoneComparisons({ evaluators: reading.definitions.evaluators, report: log.report });
    const checked = (suite: Suite, located: LocatedCase, targets: readonly TargetDefinition[]): readonly TargetDefinition[] => {
      outputsCheck?.selected(suite, located.evalCase);
      if (rangeOf(repeat)) loneComparisons.refuse(located, `--repeat ${repeat}`, 'say how many repeats there are, as in --repeat 5');
      if (rechecks !== undefined) loneComparisons.refuse(located, '--recheck', 'leave it out, as with --no-recheck');
      loneComparisons.check(suite, located, targets);
      return targets;
    };
    const plan = await planRun({
      suites,
      settings,
      repeats,
      only: failed?.trials,
      prepare: (trial) => resources.prepare(trial),
      targetsFor(suite, located) {
        if (batches && located.evalCase.workspace) return import('./workspaces/refuse-workspace.js').then(({ refuseWorkspace }) => refuseWorkspace(located));
        const selected = outputs ? onlyOutputs : selectFor(suite, located);
        return selected instanceof Promise ? selected.then((targets) => checked(suite, located, targets)) : checked(suite, located, selected);
      },
    });
    await outputsCheck?.settle(suites);
    if (batches) checkBatches(batches, log.announce);
    return { reading, options, settled: earlier ? {} : settledByProject(ofFiles), suites, resources, plan, traffic, budget, givenUp, reports, failedIn: failed?.folder, identities, workspaces, processes, rechecks, batches, byRepeat, close };
  } catch (error) {
    await close();
    throw error;
  }
}

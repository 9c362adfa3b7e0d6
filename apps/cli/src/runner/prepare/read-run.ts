import { resolve } from 'node:path';
import type { Suite } from '@assay/schema';
import { effectiveOptions, openToProject, type EffectiveOptions, type OptionValues } from '../../options/option-values.js';
import { suiteSettings } from '../../options/suite-settings.js';
import type { OutputsCheck } from '../outputs/outputs-check.js';
import { withOneReply } from '../outputs/with-one-reply.js';
import { withoutVariants } from '../outputs/without-variants.js';
import { mostRepeats, rechecksOf } from '../plan/repeats-of.js';
import { composeReading, type Reading } from '../reading/compose-reading.js';
import { givenPrompts } from '../reading/given-prompts.js';
import type { Extensions } from '../reading/installed-definitions.js';
import { loadSuites } from '../reading/load-suites.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import { planReports, type PlannedReport } from '../reporting/plan-reports.js';
import { refuseReports } from '../reporting/refuse-reports.js';
import { writtenReports } from '../reporting/written-reports.js';
import type { RunSettings } from '../run-settings.js';
import { makeTargetResolver } from '../targets/make-target-resolver.js';
import type { SelectTargetsOptions } from '../targets/select-targets.js';
import { checkSuites } from '../untrusted/check-suites.js';
import { createTrustCheck } from '../untrusted/check-trust.js';
import { vouchedNames } from './vouched-names.js';

/** What the files of a run say, and what is said of the run itself: checked, and nobody was asked yet. */
export interface ReadRun {
  readonly reading: Reading;
  /** The values of all options. */
  readonly options: EffectiveOptions;
  /** What settings and suites say of the run. */
  readonly ofFiles: OptionValues;
  /** Limits of suites: those of the project, and what suites say themselves. */
  readonly budgets: Reading['project']['budgets'];
  readonly suites: readonly Suite[];
  /** Most trials of a case. */
  readonly repeats: number;
  /** How often single cases may be asked again when all else is done; undefined for a run that asks none again. */
  readonly rechecks: number | undefined;
  /** Holds replies that exist already against the cases; undefined for a run that asks for its own. */
  readonly outputsCheck: OutputsCheck | undefined;
  /** Which targets a case is for, and who finds them. */
  readonly selection: SelectTargetsOptions;
  /** Reports that are asked for by name, not opened yet. */
  readonly reports: readonly PlannedReport[];
}

/** The limits of suites that a project says, and those that they say themselves: all of them hold. */
function limitsOf(ofProject: Reading['project']['budgets'], ofSuites: Reading['project']['budgets']): Reading['project']['budgets'] {
  const least = (path: string): object => Object.fromEntries(Object.entries(ofSuites[path] ?? {}).map(([key, limit]) => [key, Math.min(limit as number, Number(ofProject[path]?.[key as never] ?? Infinity))]));
  return { ...ofProject, ...Object.fromEntries(Object.keys(ofSuites).map((path) => [path, { ...ofProject[path], ...least(path) }])) };
}

/** Files that the run reads, absolute: no report may replace one. */
function filesRead({ cwd, outputs, targetsFile }: RunSettings, { project }: Reading, suites: readonly Suite[]): readonly string[] {
  const named = [outputs, targetsFile].flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  return [...suites.map(({ file }) => resolve(cwd, file)), ...named, ...project.files];
}

/**
 * Reads the files of a run, and checks them.
 * @param goesOn whether it goes on with an earlier run, which holds what files said of it when it began.
 * @throws InvalidFileError with the findings of all files.
 * @throws ConfigError, UsageError
 */
export async function readRun(settings: RunSettings, log: DiagnosticLog, extensions: Extensions, goesOn: boolean): Promise<ReadRun> {
  const { cwd, env, verbose, aliasPrecedence, redactor } = settings;
  const reading = await composeReading({
    cwd, patterns: settings.files, env, verbose, aliasPrecedence, redactor, extensions,
    prompts: givenPrompts(settings.prompts, cwd, settings.words),
    report: log.report,
    untrusted: settings.untrusted,
    named: vouchedNames(settings),
    onRefused: log.report,
  });
  const loaded = await loadSuites({ files: reading.suites, projectRoot: reading.project.root, loadSuite: reading.loadSuite, report: log.report });
  const asked = suiteSettings(loaded, settings);
  const { defaults } = reading.project;
  // Files that nobody vouches for have no say where the user has settings of their own.
  const ofFiles = reading.trust.untrusted ? { ...asked.ofRun, ...defaults.settings } : { ...defaults.settings, ...asked.ofRun };
  const options = effectiveOptions(settings, goesOn ? openToProject(ofFiles) : ofFiles);
  const repeats = mostRepeats(options.of('repeat'));
  const rechecks = settings.outputs === undefined ? rechecksOf(options) : undefined;
  const outputsCheck = settings.outputs === undefined ? undefined : await (await import('../outputs/open-outputs.js')).openOutputs({ file: settings.outputs, cwd, repeats, maxReplyMb: options.of('maxReplyMb'), report: log.report, words: settings.words });
  const suites = outputsCheck ? loaded.map((suite) => outputsCheck.watch(withOneReply(withoutVariants(suite)))) : loaded;
  const makeSelection = async (): Promise<SelectTargetsOptions> => ({
    resolver: await makeTargetResolver({ reading, targetsFile: settings.targetsFile, cwd, report: log.report, words: settings.words }),
    selected: settings.targets,
    projectDefault: defaults.target,
    projectDefaultLocation: defaults.targetLocation,
    words: settings.words,
  });
  let selection: SelectTargetsOptions | undefined;
  if (reading.trust.untrusted) {
    selection = await makeSelection();
    const check = createTrustCheck({ resolver: selection.resolver, reading, settings, selection: outputsCheck ? undefined : selection });
    await checkSuites(suites, reading, check, log.report);
  }
  if (settings.reports === undefined) refuseReports(reading, log.report);
  log.settle();
  if (settings.by !== undefined && settings.by.length > 0) (await import('./check-slices.js')).checkSliceKeys(settings.by);
  const reports = planReports({
    reports: writtenReports(settings.reports),
    project: reading.project,
    definitions: await reading.definitions.reporters(),
    cwd,
    printable: settings.stdout !== undefined,
    onCiServer: settings.ciServer !== undefined && options.of('github'),
    inputs: filesRead(settings, reading, suites),
    words: settings.words,
  });
  selection ??= await makeSelection();
  return { reading, options, ofFiles, budgets: limitsOf(reading.project.budgets, asked.budgets), suites, repeats, rechecks, outputsCheck, selection, reports };
}

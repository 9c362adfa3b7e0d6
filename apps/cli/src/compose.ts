import { resolve } from 'node:path';
import type { RunResult as EngineResult } from '@assay/engine';
import type { ProjectConfig, SettingsFile, SuiteCheck, SuitePath } from '@assay/loaders';
import { createRedactor, StoreError } from '@assay/schema';
import type {
  AliasPrecedence,
  Definitions,
  EvaluatorDefinition,
  LoadOptions,
  LocatedCase,
  ProviderDefinition,
  Reporter,
  Redactor,
  ReportDiagnostic,
  ResultRow,
  Suite,
  WrittenTarget,
} from '@assay/schema';
import { outputColumns, usesColor } from './terminal/output-style.js';
import { otherProjectNotes } from './runner/reading/other-project.js';
import { settingsFolder } from './runner/reading/settings-folder.js';
import { readTrust, suitePlaces } from './trust/read-trust.js';
import type { Trust } from './trust/trust.js';
import type { VouchedNames } from './trust/untrusted.js';

/**
 * The composition root: the only module that imports the other packages. Each is imported when it
 * is first needed, so that a command loads only what it uses.
 */

/** Definitions that a program adds to the installed ones; they win over those of the same name. */
export interface Extensions {
  readonly evaluators?: readonly EvaluatorDefinition[] | undefined;
  readonly providers?: readonly ProviderDefinition[] | undefined;
}

export interface ReadingOptions {
  readonly cwd: string;
  /** Files, folders and globs of suites. Default: none. */
  readonly patterns?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly verbose: boolean;
  readonly report: ReportDiagnostic;
  /** Is told the secrets of all that is read. Default: one of its own. */
  readonly redactor?: Redactor | undefined;
  readonly aliasPrecedence?: AliasPrecedence | undefined;
  readonly extensions?: Extensions | undefined;
  /** A file that is read later by its name, and makes no difference to which settings hold. Default: none. */
  readonly reads?: string | undefined;
  /** Finds files of targets, settings and baselines among the patterns too. Default: they are no suites. */
  readonly withSettings?: boolean | undefined;
  /** `--untrusted`. Default: what the settings say. */
  readonly untrusted?: boolean | undefined;
  /** What the command line names, and so vouches for. */
  readonly named?: VouchedNames | undefined;
  /**
   * Receives what a project that is not trusted asks for and does not get, as errors; who gives it looks
   * for them before anything runs. Default: the first one is thrown.
   */
  readonly onRefused?: ReportDiagnostic | undefined;
}

/** Everything that reading eval files takes. */
export interface Reading {
  /** Knows the secrets of the environment, of `.env` files and of all targets that were read. */
  readonly redactor: Redactor;
  readonly definitions: Definitions;
  readonly project: ProjectConfig;
  /** Who may ask for what. */
  readonly trust: Trust;
  /** The suites that the patterns stand for. */
  readonly suites: readonly SuitePath[];
  /** The other files that they stand for, where these are asked for. */
  readonly settings: readonly SettingsFile[];
  /** @param report Receives findings in place of the usual receiver. @throws InvalidFileError */
  loadSuite(suite: string | SuitePath, report?: ReportDiagnostic): Promise<Suite>;
  /** Reads a suite to its end and reports every finding, also of streamed files. */
  checkSuite(suite: string | SuitePath, onCase?: (suite: Suite, located: LocatedCase) => Promise<void>): Promise<SuiteCheck>;
}

function withExtensions<T extends { readonly name: string }>(
  installed: readonly T[],
  added: readonly T[] | undefined,
): readonly T[] {
  if (!added?.length) return installed;
  const names = new Set(added.map(({ name }) => name));
  return [...added, ...installed.filter(({ name }) => !names.has(name))];
}

/** What is installed, from the registries of the packages. */
export async function installedDefinitions(extensions: Extensions = {}): Promise<Definitions> {
  const [evaluators, providers] = await Promise.all([import('@assay/evaluators'), import('@assay/providers')]);
  return {
    evaluators: withExtensions(evaluators.evaluatorDefinitions, extensions.evaluators),
    pointFunctions: evaluators.pointFunctionDefinitions,
    rules: evaluators.ruleDefinitions,
    providers: withExtensions(await providers.providerDefinitions(), extensions.providers),
    customModelTarget: providers.customModelTarget,
  };
}

/**
 * Composes what commands that read eval files need.
 * @throws UsageError when a pattern matches nothing.
 */
export async function composeReading(options: ReadingOptions): Promise<Reading> {
  const { cwd, verbose, report, redactor = createRedactor() } = options;
  const [loaders, definitions] = await Promise.all([import('@assay/loaders'), installedDefinitions(options.extensions)]);
  const { patterns = [] } = options;
  const settings: SettingsFile[] = [];
  const onSettings = options.withSettings ? (file: SettingsFile) => settings.push(file) : undefined;
  const suites = patterns.length === 0 ? [] : await loaders.discoverSuites(patterns, { cwd, report, onSettings });
  const { findProjectRoot } = loaders;
  const start = settingsFolder({ cwd, suites: [...suites, ...settings].map(({ path }) => path), findProjectRoot });
  const later = options.reads === undefined ? [] : [{ path: resolve(cwd, options.reads) }];
  const places = suitePlaces([...suites, ...settings, ...later], start, cwd, loaders);
  const { project, trust } = await readTrust({ ...options, parts: loaders, start, places, definitions });
  redactor.addEnvironment(project.env);
  const knowTargets = (targets: readonly WrittenTarget[]): void => {
    for (const target of targets) redactor.addOptions(target.options);
  };
  knowTargets(project.targets);
  const noteProject = otherProjectNotes({ root: project.root, cwd, findProjectRoot, report });
  const pathOf = (suite: string | SuitePath): string => resolve(cwd, typeof suite === 'string' ? suite : suite.path);
  const loadOptions: LoadOptions = {
    definitions,
    aliasPrecedence: options.aliasPrecedence ?? project.aliasPrecedence,
    guidelinePatterns: project.guidelinePatterns,
    workingDirectory: cwd,
    verbose,
    report,
    trust: trust.load,
  };
  return {
    redactor,
    definitions,
    project,
    trust,
    suites,
    settings,
    async loadSuite(written, receive = report) {
      noteProject(pathOf(written));
      const suite = await loaders.loadSuite(written, { ...loadOptions, report: receive });
      knowTargets(suite.targets);
      return suite;
    },
    checkSuite: (suite, onCase) => {
      noteProject(pathOf(suite));
      return loaders.checkSuite(suite, loadOptions, onCase);
    },
  };
}

/** The parts of a run that come from other packages. */
export async function runParts() {
  const [engine, judges, loaders, providers, reports] = await Promise.all([
    import('@assay/engine'),
    import('@assay/judges'),
    import('@assay/loaders'),
    import('@assay/providers'),
    import('@assay/reports'),
  ]);
  return { engine, judges, loaders, providers, reports };
}

export type { EngineResult };

export type RunParts = Awaited<ReturnType<typeof runParts>>;

/** The reporters of the command line: a terminal or a log, with `json` on stderr alone and JSON on stdout. */
export async function composeReporters(options: {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Prints how each score came about; not together with `json`. */
  readonly explain?: boolean | undefined;
}): Promise<readonly Reporter[]> {
  const { createJsonReporter, createTerminalReporter } = await import('@assay/reports');
  const { stdout, stderr } = process;
  const ci = Boolean(process.env['CI']);
  const terminal = createTerminalReporter({
    stdout: options.json ? { write: () => true } : stdout,
    stderr,
    // One choice for both streams, so that neither puts escape codes into a file.
    color: usesColor() && usesColor(stderr),
    interactive: stderr.isTTY && !ci && process.env['TERM'] !== 'dumb',
    columns: outputColumns,
    verbose: options.verbose,
    explain: options.explain,
  });
  process.once('exit', () => terminal.close());
  return options.json ? [terminal, createJsonReporter({ stdout })] : [terminal];
}

/** The formats that can be read, for `assay list`. */
export async function installedFormats() {
  const { loaders } = await import('@assay/loaders');
  return loaders;
}

/** What reads the targets that names may lead to. */
export async function targetReading() {
  const { checkSettings, loadTargetFile, substituteEnvInText } = await import('@assay/loaders');
  return { checkSettings, loadTargetFile, substituteEnvInText };
}

/** The runs in a folder of them, newest first. */
export async function keptRuns(folder: string) {
  const { listRuns, openRun } = await import('@assay/engine');
  const folders = await listRuns(folder);
  return Promise.all(
    folders.map(async ({ runId, directory }) => {
      try {
        return { runId, manifest: await (await openRun(directory)).manifest() };
      } catch (error) {
        if (error instanceof StoreError) return { runId, manifest: undefined };
        throw error;
      }
    }),
  );
}

/** What finds and reads runs that are kept. */
export async function runStorage() {
  const [engine, loaders] = await Promise.all([import('@assay/engine'), import('@assay/loaders')]);
  return { engine, projectRoot: (cwd: string) => loaders.findProjectRoot(cwd) ?? cwd };
}

export type RunStorage = Awaited<ReturnType<typeof runStorage>>;

/** What writes suites in other formats. */
export async function suiteWriting() {
  const { writeSuite } = await import('@assay/loaders');
  return { writeSuite };
}

/** What compares runs and shows it. */
export async function comparisonParts() {
  const { compareRuns, createRunScores, encodeComparison, renderComparison } = await import('@assay/reports');
  return { compareRuns, createRunScores, encodeComparison, renderComparison };
}

/** What saves, checks and shows baselines. */
export async function baselineParts() {
  const [engine, loaders, reports] = await Promise.all([
    import('@assay/engine'),
    import('@assay/loaders'),
    import('@assay/reports'),
  ]);
  const { loadBaseline, loadProject } = loaders;
  return { engine, loadBaseline, loadProject, ...reports };
}

export type BaselineParts = Awaited<ReturnType<typeof baselineParts>>;

/** The rows of a run folder. */
export async function* readRun(location: string): AsyncGenerator<ResultRow> {
  const { openRun } = await import('@assay/engine');
  yield* (await openRun(location)).rows();
}

/** Makes a folder with those above it. @throws the system's error. */
export async function makeFolder(path: string): Promise<void> {
  const engine = await import('@assay/engine');
  await engine.makeFolder(path);
}

import { resolve } from 'node:path';
import {
  checkSuite,
  containmentRoot,
  contains,
  discoverSuites,
  findProjectRoot,
  isAllowedUrl,
  loadProject,
  loadSuite,
  reallyContains,
  readAllowedHost,
  type ProjectConfig,
  type SettingsFile,
  type SuiteCheck,
  type SuiteLooks,
  type SuitePath,
} from '@assay/loaders';
import { createTemplateRenderer } from '@assay/evaluators';
import {
  createRedactor,
  type AliasPrecedence,
  type GivenPrompt,
  type LoadOptions,
  type Redactor,
  type ReportDiagnostic,
  type Suite,
  type WrittenTarget,
} from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { awaiting } from '../../processes/awaited.js';
import { createMayOpen } from '../../trust/may-open.js';
import { rootAsNamed } from '../../trust/project-roots.js';
import { readTrust, suitePlaces } from '../../trust/read-trust.js';
import type { Trust } from '../../trust/trust.js';
import type { VouchedNames } from '../../trust/untrusted.js';
import { installedDefinitions, type Extensions, type InstalledDefinitions } from './installed-definitions.js';
import { otherProjectNotes } from './other-project.js';
import { settingsFolder } from './settings-folder.js';

export interface ReadingOptions {
  readonly cwd: string;
  /** Files, folders and globs of suites. Default: none. */
  readonly patterns?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly verbose: boolean;
  readonly report: ReportDiagnostic;
  /** Called with the secrets of all that is read. Default: one of its own. */
  readonly redactor?: Redactor | undefined;
  readonly aliasPrecedence?: AliasPrecedence | undefined;
  /** Prompts in place of those of the suites. */
  readonly prompts?: readonly GivenPrompt[] | undefined;
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
  readonly definitions: InstalledDefinitions;
  readonly project: ProjectConfig;
  /** Who may ask for what. */
  readonly trust: Trust;
  /** The suites that the patterns stand for. */
  readonly suites: readonly SuitePath[];
  /** Prompts in place of those of the suites. */
  readonly prompts: readonly GivenPrompt[];
  /** The other files that they stand for, where these are asked for. */
  readonly settings: readonly SettingsFile[];
  /** @param report Receives findings in place of the usual receiver. @throws InvalidFileError */
  loadSuite(suite: string | SuitePath, report?: ReportDiagnostic): Promise<Suite>;
  /** Reads a suite to its end and reports every finding, also of streamed files. */
  checkSuite(suite: string | SuitePath, looks?: SuiteLooks): Promise<SuiteCheck>;
}

const TRUST_PARTS = { contains, containmentRoot, findProjectRoot, isAllowedUrl, loadProject, reallyContains, readAllowedHost };

/** Looks at the links that lead out of a project before anybody knows which settings hold. */
function mayOpenOf(options: ReadingOptions, definitions: InstalledDefinitions): (file: string) => Promise<boolean> {
  const { cwd } = options;
  return createMayOpen({
    rootOf: (directory) => rootAsNamed(containmentRoot(directory, cwd), TRUST_PARTS),
    reallyContains,
    async isDoubted(file) {
      const start = settingsFolder({ cwd, suites: [file], findProjectRoot });
      const places = suitePlaces([{ path: file }], start, cwd, TRUST_PARTS);
      const silent = { report: () => {}, onRefused: () => {} };
      try {
        const { trust } = await readTrust({ ...options, ...silent, parts: TRUST_PARTS, start, places, definitions });
        return trust.untrusted;
      } catch {
        // What is wrong with the settings is reported when they are read for good.
        return true;
      }
    },
  });
}

/**
 * Composes what commands that read eval files need.
 * @throws UsageError when a pattern matches nothing.
 */
export async function composeReading(options: ReadingOptions): Promise<Reading> {
  const { cwd, verbose, report, redactor = createRedactor() } = options;
  const definitions = await installedDefinitions(options.extensions);
  const { patterns = [] } = options;
  const settings: SettingsFile[] = [];
  const onSettings = options.withSettings ? (file: SettingsFile) => settings.push(file) : undefined;
  const suites = patterns.length === 0 ? [] : await discoverSuites(patterns, { cwd, report, onSettings, loaders: definitions.loaders, mayOpen: mayOpenOf(options, definitions) });
  const start = settingsFolder({ cwd, suites: [...suites, ...settings].map(({ path }) => path), findProjectRoot });
  const later = options.reads === undefined ? [] : [{ path: resolve(cwd, options.reads) }];
  const places = suitePlaces([...suites, ...settings, ...later], start, cwd, TRUST_PARTS);
  const { project, trust } = await readTrust({ ...options, parts: TRUST_PARTS, start, places, definitions });
  if (Object.keys(project.prices).length > 0) (await import('./prices-of-nobody.js')).pricesOfNobody(project, definitions.providers).forEach(report);
  redactor.addEnvironment(project.env);
  const knowTargets = (targets: readonly WrittenTarget[]): void => {
    for (const target of targets) redactor.addOptions(target.options);
  };
  knowTargets(project.targets);
  const noteProject = otherProjectNotes({ root: project.root, cwd, findProjectRoot, report });
  const pathOf = (suite: string | SuitePath): string => resolve(cwd, typeof suite === 'string' ? suite : suite.path);
  const loadOptions: LoadOptions = {
    definitions,
    loaders: definitions.loaders,
    aliasPrecedence: options.aliasPrecedence ?? project.aliasPrecedence,
    guidelinePatterns: project.guidelinePatterns,
    workingDirectory: cwd,
    verbose,
    report,
    redactor,
    templates: createTemplateRenderer,
    prompts: options.prompts,
    trust: trust.load,
  };
  return {
    redactor,
    definitions,
    project,
    trust,
    suites,
    prompts: options.prompts ?? [],
    settings,
    async loadSuite(written, receive = report) {
      noteProject(pathOf(written));
      const suite = await awaiting(`the loader of ${displayFolder(cwd, pathOf(written))}`, () => loadSuite(written, { ...loadOptions, report: receive }));
      knowTargets(suite.targets);
      return suite;
    },
    checkSuite: (suite, looks) => {
      noteProject(pathOf(suite));
      return checkSuite(suite, loadOptions, looks);
    },
  };
}

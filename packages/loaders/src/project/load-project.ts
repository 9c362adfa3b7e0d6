import { dirname, join, resolve } from 'node:path';
import { canonicalJson, InvalidFileError, type Diagnostic, type NormalizeContext, type ReportDiagnostic, type SettingDefinition, type WrittenTarget } from '@assay/schema';
import { loadEnv, type Environment } from '../env/load-env.js';
import { displayPath } from '../files/display-path.js';
import { outsideProblem } from '../files/file-problem.js';
import { isNamed } from '../files/is-named.js';
import { readSource } from '../files/read-source.js';
import { reallyContains } from '../references/contains.js';
import { findProjectRoot } from '../references/project-root.js';
import { readTargetDocument } from '../targets/read-target.js';
import { oneDocument } from '../yaml/one-document.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { ProjectConfig } from './project-config.js';
import { readConfig, type ConfigFile } from './read-config.js';
import { unreadFiles } from './unread-files.js';

export interface LoadProjectOptions {
  /** The environment of the process. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** What may stand under `defaults:`. Without it anything may. */
  readonly settings?: readonly SettingDefinition[] | undefined;
  /** Receives every finding that is not thrown. */
  readonly report?: ReportDiagnostic | undefined;
  /** Folder of the user's own settings, absolute. It stands for what the user wrote, and so lies outside of every project. Default: none. */
  readonly ownSettings?: string | undefined;
  /** Whether the project is not trusted. Default: what the user's own settings say. A project may say so of itself, never the reverse. */
  readonly untrusted?: boolean | undefined;
  /** Folders of settings, absolute, that nothing is taken from but that somebody says there `untrusted: true`. Default: none. */
  readonly doubters?: readonly string[] | undefined;
  /** Receives what a project that is not trusted asks for and does not get, as errors. Default: they are thrown. */
  readonly onRefused?: ReportDiagnostic | undefined;
}

type FileKind = 'config' | 'targets' | 'providers';

/** The files of a folder of settings, in order of precedence. */
const NAMES: readonly (readonly [name: string, kind: FileKind])[] = [
  ['config.yaml', 'config'],
  ['config.yml', 'config'],
  ['targets.yaml', 'targets'],
  ['targets.yml', 'targets'],
  ['providers.yaml', 'providers'],
  ['providers.yml', 'providers'],
];

/** Folders of settings in a project, in order of precedence. */
const FOLDERS = ['.assay', '.agentv'];

/** What a file of providers says, as the settings that it stands for. Few projects have one. */
async function ofProviders(context: NormalizeContext, root: unknown): Promise<ConfigFile> {
  const { readProviderDocument } = await import('../targets/read-providers.js');
  const { targets, target, judge } = readProviderDocument(context, root);
  return {
    targets,
    ...(target ? { defaults: { target: target.name, targetLocation: target.location, settings: {} } } : {}),
    ...(judge ? { judges: { panel: [{ model: judge.name, location: judge.location }] } } : {}),
  };
}

async function readProjectFile(
  file: string,
  kind: FileKind,
  shown: string,
  { findings, settings }: Pick<Reader, 'findings' | 'settings'>,
): Promise<ConfigFile> {
  const parsed = parseYaml(await readSource(file, shown), shown);
  findings.push(...parsed.diagnostics);
  const document = oneDocument(parsed, (finding) => findings.push(finding));
  if (!parsed.usable || !document) return {};
  const context: NormalizeContext = {
    locate: document.locate,
    report: (finding) => findings.push(finding),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  if (kind === 'config') return readConfig(context, document.value, settings);
  return kind === 'targets' ? { targets: readTargetDocument(context, document.value) } : ofProviders(context, document.value);
}

function isSame(a: WrittenTarget, b: WrittenTarget): boolean {
  return canonicalJson({ ...a, location: undefined }) === canonicalJson({ ...b, location: undefined });
}

/** Two folders are an order of precedence; two definitions in one folder are probably a mistake. */
function shadowed(used: WrittenTarget, other: WrittenTarget): Diagnostic {
  const together = dirname(used.location?.file ?? '') === dirname(other.location?.file ?? '');
  return {
    severity: together ? 'warning' : 'info',
    code: 'shadowed-target',
    message: `target "${used.name}" is defined in two files; this definition is used`,
    location: used.location,
    hint: 'remove one of the two, or give it another name',
    ...(other.location ? { related: { message: 'this one is not', location: other.location } } : {}),
  };
}

/** The first target of each name: files come in order of precedence. */
function uniqueTargets(files: readonly ConfigFile[], findings: Diagnostic[]): readonly WrittenTarget[] {
  const targets = new Map<string, WrittenTarget>();
  for (const target of files.flatMap((file) => file.targets ?? [])) {
    const used = targets.get(target.name);
    if (!used) targets.set(target.name, target);
    else if (!isSame(used, target)) findings.push(shadowed(used, target));
  }
  return [...targets.values()];
}

function firstOf<K extends keyof ConfigFile>(files: readonly ConfigFile[], key: K): ConfigFile[K] | undefined {
  return files.find((file) => file[key] !== undefined)?.[key];
}

/** Settings that were read, each file with what it says. */
interface ReadSettings {
  readonly files: readonly string[];
  readonly parts: readonly ConfigFile[];
}

interface Reader {
  /** What may stand under `defaults:`. */
  readonly settings: readonly SettingDefinition[] | undefined;
  readonly workingDirectory: string;
  readonly findings: Diagnostic[];
  /** Receives what is refused. */
  readonly refuse: ReportDiagnostic;
}

/** @param within Folder that no symbolic link may lead out of; undefined for settings that are vouched for. */
async function readFolders(folders: readonly string[], reader: Reader, within?: string): Promise<ReadSettings> {
  const { workingDirectory, refuse } = reader;
  const files: string[] = [];
  const parts: ConfigFile[] = [];
  for (const folder of folders) {
    for (const [name, kind] of NAMES) {
      const file = join(folder, name);
      if (!isNamed(file)) continue;
      const shown = displayPath(file, workingDirectory);
      if (within !== undefined && !reallyContains(within, file)) {
        outsideProblem(shown).diagnostics.forEach(refuse);
        continue;
      }
      files.push(file);
      parts.push(await readProjectFile(file, kind, shown, reader));
    }
  }
  return { files, parts };
}

/**
 * Whether settings that are not those of this project say that nobody vouches for theirs. What else is
 * wrong with them is reported where they hold, but for what hides the answer.
 */
async function isDoubted(folders: readonly string[], { workingDirectory, findings, settings }: Reader): Promise<boolean> {
  for (const folder of folders) {
    for (const [name, kind] of NAMES) {
      const file = join(folder, name);
      if (kind !== 'config' || !isNamed(file)) continue;
      const told: Diagnostic[] = [];
      const { untrusted, defaults } = await readProjectFile(file, kind, displayPath(file, workingDirectory), { findings: told, settings });
      if (untrusted === true) return true;
      findings.push(...told.filter(({ severity, message }) => severity === 'error' && (defaults === undefined || message.startsWith('untrusted'))));
    }
  }
  return false;
}

/** Only the user says who may be asked: a project that could, would have no need of it. */
function checkAllowHosts(parts: readonly ConfigFile[], untrusted: boolean, { findings, refuse }: Reader): void {
  for (const { location } of parts.flatMap(({ allowHosts = [] }) => allowHosts)) {
    const message = 'allow_hosts has no effect in a project: it counts in your own settings, which lie outside of it';
    const hint = 'name the host yourself, or under allow_hosts: in the config.yaml of your own settings';
    const namedOptions = [{ name: 'allowHosts' }];
    if (untrusted) refuse({ severity: 'error', code: 'untrusted', message, hint, namedOptions, location });
    else findings.push({ severity: 'warning', code: 'no-effect', message, hint, namedOptions, location });
  }
}

function merged<K extends 'collections' | 'collectionLocations' | 'modelAliasLocations' | 'modelAliases' | 'prices' | 'priceLocations' | 'budgets' | 'budgetLocations'>(
  parts: readonly ConfigFile[],
  key: K,
): ProjectConfig[K] {
  // Not by assignment, for which `__proto__` is no name.
  return Object.fromEntries(parts.toReversed().flatMap((part) => Object.entries(part[key] ?? {}))) as ProjectConfig[K];
}

/** The first file that says something of a setting decides it. */
function mergedDefaults(parts: readonly ConfigFile[]): ProjectConfig['defaults'] {
  const written = parts.flatMap(({ defaults }) => defaults ?? []).toReversed();
  const withTarget = written.findLast(({ target }) => target !== undefined);
  return {
    ...(withTarget ? { target: withTarget.target, targetLocation: withTarget.targetLocation } : {}),
    settings: Object.fromEntries(written.flatMap(({ settings }) => Object.entries(settings))),
  };
}

/**
 * Reads the settings of the project that a folder belongs to (`.assay/config.yaml`,
 * `.assay/targets.yaml`, the same under `.agentv`, and `providers.yaml`) and the user's own. All of them are optional.
 * A project's win over the user's, unless it is not trusted: then it is the reverse.
 * @throws InvalidFileError with every finding of all files.
 */
export async function loadProject(startDirectory: string, options: LoadProjectOptions = {}): Promise<ProjectConfig> {
  const workingDirectory = options.workingDirectory ?? process.cwd();
  const start = resolve(workingDirectory, startDirectory);
  const root = findProjectRoot(start) ?? start;
  const findings: Diagnostic[] = [];
  const reader: Reader = { workingDirectory, findings, settings: options.settings, refuse: options.onRefused ?? ((finding) => findings.push(finding)) };
  const own = await readFolders(options.ownSettings === undefined ? [] : [options.ownSettings], reader);
  const folders = FOLDERS.map((folder) => join(root, folder));
  const said = options.untrusted ?? firstOf(own.parts, 'untrusted') ?? false;
  const doubters = (options.doubters ?? []).filter((folder) => !folders.includes(folder));
  const doubted = said || (await isDoubted(doubters, reader));
  let project = await readFolders(folders, reader, doubted ? root : undefined);
  const untrusted = doubted || project.parts.some((part) => part.untrusted === true);
  // What it says of itself holds for the links among its settings too.
  if (untrusted && !doubted) project = await readFolders(folders, { ...reader, findings: [] }, root);
  checkAllowHosts(project.parts, untrusted, reader);
  const parts = untrusted ? [...own.parts, ...project.parts] : [...project.parts, ...own.parts];
  const targets = uniqueTargets(parts, findings);
  findings.push(...unreadFiles(root, workingDirectory));
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  for (const finding of findings) options.report?.(finding);
  const { env, sourceOf } = await loadEnv(start, options.env, { files: !untrusted });
  return {
    root,
    files: [...project.files, ...own.files],
    ownFiles: own.files,
    defaults: mergedDefaults(parts),
    judges: firstOf(parts, 'judges'),
    targets,
    collections: merged(parts, 'collections'),
    collectionLocations: merged(parts, 'collectionLocations'),
    embeddings: firstOf(parts, 'embeddings'),
    embeddingsLocation: firstOf(parts, 'embeddingsLocation'),
    guidelinePatterns: firstOf(parts, 'guidelinePatterns'),
    aliasPrecedence: firstOf(parts, 'aliasPrecedence'),
    modelAliases: merged(untrusted ? own.parts : parts, 'modelAliases'),
    modelAliasLocations: merged(parts, 'modelAliasLocations'),
    // With prices of its own a project could undo a limit of costs.
    prices: merged(untrusted ? own.parts : parts, 'prices'),
    priceLocations: merged(untrusted ? own.parts : parts, 'priceLocations'),
    budgets: merged(parts, 'budgets'),
    budgetLocations: merged(parts, 'budgetLocations'),
    verdicts: firstOf(parts, 'verdicts'),
    reports: firstOf(parts, 'reports'),
    rubricRequired: firstOf(parts, 'rubricRequired'),
    untrusted,
    allowHosts: own.parts.flatMap(({ allowHosts = [] }) => allowHosts),
    env,
    envSource: sourceOf,
  };
}

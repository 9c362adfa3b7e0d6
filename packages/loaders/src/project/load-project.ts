import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canonicalJson, InvalidFileError, type Diagnostic, type NormalizeContext, type ReportDiagnostic, type WrittenTarget } from '@assay/schema';
import { loadEnv, type Environment } from '../env/load-env.js';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import { findProjectRoot } from '../references/project-root.js';
import { readTargetDocument } from '../targets/read-target.js';
import { oneDocument } from '../yaml/one-document.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { ProjectConfig } from './project-config.js';
import { readConfig, type ConfigFile } from './read-config.js';

export interface LoadProjectOptions {
  /** The environment of the process. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** Receives every finding that is not thrown. */
  readonly report?: ReportDiagnostic | undefined;
}

/** The files of a project, in order of precedence. */
const FILES: readonly (readonly [path: string, kind: 'config' | 'targets'])[] = [
  ['.assay/config.yaml', 'config'],
  ['.assay/config.yml', 'config'],
  ['.assay/targets.yaml', 'targets'],
  ['.assay/targets.yml', 'targets'],
  ['.agentv/config.yaml', 'config'],
  ['.agentv/config.yml', 'config'],
  ['.agentv/targets.yaml', 'targets'],
  ['.agentv/targets.yml', 'targets'],
];

async function readProjectFile(
  file: string,
  kind: 'config' | 'targets',
  shown: string,
  findings: Diagnostic[],
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
  return kind === 'config'
    ? readConfig(context, document.value)
    : { targets: readTargetDocument(context, document.value) };
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

/**
 * Reads the settings of the project that a folder belongs to: `.assay/config.yaml`,
 * `.assay/targets.yaml`, and the same under `.agentv`. All of them are optional.
 * @throws InvalidFileError with every finding of all files.
 */
export async function loadProject(startDirectory: string, options: LoadProjectOptions = {}): Promise<ProjectConfig> {
  const workingDirectory = options.workingDirectory ?? process.cwd();
  const start = resolve(workingDirectory, startDirectory);
  const root = findProjectRoot(start) ?? start;
  const findings: Diagnostic[] = [];
  const files: string[] = [];
  const parts: ConfigFile[] = [];
  for (const [path, kind] of FILES) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    files.push(file);
    parts.push(await readProjectFile(file, kind, displayPath(file, workingDirectory), findings));
  }
  const targets = uniqueTargets(parts, findings);
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  for (const finding of findings) options.report?.(finding);
  const reversed = parts.toReversed();
  const { env, sourceOf } = await loadEnv(start, options.env);
  return {
    root,
    files,
    defaults: Object.assign({}, ...reversed.map((part) => part.defaults)) as ProjectConfig['defaults'],
    judges: firstOf(parts, 'judges'),
    targets,
    collections: Object.assign({}, ...reversed.map((part) => part.collections)) as ProjectConfig['collections'],
    collectionLocations: Object.assign({}, ...reversed.map((part) => part.collectionLocations)) as ProjectConfig['collectionLocations'],
    embeddings: firstOf(parts, 'embeddings'),
    embeddingsLocation: firstOf(parts, 'embeddingsLocation'),
    guidelinePatterns: firstOf(parts, 'guidelinePatterns'),
    aliasPrecedence: firstOf(parts, 'aliasPrecedence'),
    modelAliases: Object.assign({}, ...reversed.map((part) => part.modelAliases)) as ProjectConfig['modelAliases'],
    prices: Object.assign({}, ...reversed.map((part) => part.prices)) as ProjectConfig['prices'],
    verdicts: firstOf(parts, 'verdicts'),
    rubricRequired: firstOf(parts, 'rubricRequired'),
    env,
    envSource: sourceOf,
  };
}

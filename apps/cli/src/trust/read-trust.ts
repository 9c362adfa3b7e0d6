import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadProjectOptions, ProjectConfig } from '@assay/loaders';
import { InvalidFileError, type Definitions, type ReportDiagnostic, type SuitePlace } from '@assay/schema';
import { ownSettingsFolder } from '../folders/own-folders.js';
import { SETTINGS_FOLDERS } from '../folders/settings-folders.js';
import { fullTrust, type Trust } from './trust.js';
import { enclosingFolder, rootAsNamed, untrustedRoots, type RootParts } from './project-roots.js';
import { untrusted, type TrustParts, type VouchedNames } from './untrusted.js';

interface ReadTrustParts extends TrustParts {
  readonly loadProject: (start: string, options: LoadProjectOptions) => Promise<ProjectConfig>;
  readonly reallyContains: (root: string, path: string) => boolean;
}

export interface ReadTrustOptions {
  readonly parts: ReadTrustParts;
  /** Folder whose project gives the settings. */
  readonly start: string;
  /** Where the files are that are not vouched for, if the project is not. */
  readonly places: readonly SuitePlace[];
  readonly definitions: Pick<Definitions, 'providers' | 'settings'>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: ReportDiagnostic;
  /** `--untrusted`. */
  readonly untrusted?: boolean | undefined;
  readonly named?: VouchedNames | undefined;
  readonly onRefused?: ReportDiagnostic | undefined;
}

/** The folders of files, and of the settings that hold for them, each with the root of its project. */
export function suitePlaces(
  files: readonly { readonly path: string }[],
  start: string,
  cwd: string,
  parts: RootParts & { containmentRoot(directory: string, cwd: string): string },
): readonly SuitePlace[] {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  return [
    { root: rootAsNamed(parts.findProjectRoot(start) ?? start, parts), directory: start },
    ...[...folders].map((directory) => ({ root: rootAsNamed(parts.containmentRoot(directory, cwd), parts), directory })),
  ];
}

interface OwnSettings {
  /** The user's own settings; undefined when they are a part of what is to be vouched for. */
  readonly ownSettings?: string;
  /** Settings that count only if they say that the project is not trusted. */
  readonly doubters: readonly string[];
}

function readableSettings({ env, parts, report, places, untrusted: said }: ReadTrustOptions, roots: readonly string[]): OwnSettings {
  // Whoever doubts a project of its own is heard, also where the settings of another one hold.
  const doubters = [...new Set(places.map(({ root }) => root))].flatMap((root) => SETTINGS_FOLDERS.map((name) => join(root, name)));
  const folder = ownSettingsFolder(env);
  if (!existsSync(folder)) return { doubters };
  const around = roots.map((root) => enclosingFolder(root, parts.contains));
  if (!around.some((root) => parts.contains(root, folder) || parts.reallyContains(root, folder))) return { ownSettings: folder, doubters };
  report({
    severity: 'warning',
    code: 'own-settings-inside',
    message: `your own settings in ${folder} lie in the project, and so are not read as yours`,
    hint: 'keep them outside of every project',
  });
  return { doubters: said === undefined ? [...doubters, folder] : doubters };
}

/** Refusals end what is done, where nobody collects them. */
function thrown(finding: Parameters<ReportDiagnostic>[0]): never {
  throw new InvalidFileError([finding]);
}

/**
 * Reads the settings that hold for some files, and with them who is vouched for.
 * @throws InvalidFileError with every finding of the settings.
 * @throws UsageError for a host of `--allow-host` that is none.
 */
export async function readTrust(options: ReadTrustOptions): Promise<{ readonly project: ProjectConfig; readonly trust: Trust }> {
  const { parts, start, places, definitions, cwd, env, report, onRefused = thrown, named = { names: [], allowHosts: [] } } = options;
  const roots = untrustedRoots(places, parts.contains);
  const project = await parts.loadProject(start, {
    env,
    workingDirectory: cwd,
    settings: definitions.settings,
    report,
    ...readableSettings(options, roots),
    untrusted: options.untrusted,
    onRefused,
  });
  if (!project.untrusted) return { project, trust: fullTrust(project) };
  return { project, trust: untrusted({ parts, project, roots, definitions, named, cwd, env, onRefused }) };
}

import { extname, resolve } from 'node:path';
import {
  InvalidFileError,
  isJsonObject,
  type Definitions,
  type NormalizeContext,
  type ReportDiagnostic,
  type SourceLocation,
  type ValuePath,
  type WrittenTarget,
} from '@assay/schema';
import { loadBaseline } from '../baseline/load-baseline.js';
import { checkJson } from '../json/check-json.js';
import type { SettingsFile } from '../discovery/settings-file.js';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import { readConfig } from '../project/read-config.js';
import { checkAsWritten } from '../targets/check-as-written.js';
import { readTargetDocument } from '../targets/read-target.js';
import { oneDocument } from '../yaml/one-document.js';
import { parseYaml } from '../yaml/parse-yaml.js';

export interface CheckSettingsOptions {
  /** The providers that options of targets are checked against. */
  readonly definitions: Pick<Definitions, 'providers' | 'settings'>;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** Receives every finding. */
  readonly report: ReportDiagnostic;
}

/** Where the targets of a file stand: each with its path, in order. */
function targetPaths(root: unknown): readonly (readonly [raw: unknown, path: ValuePath])[] {
  if (Array.isArray(root)) return root.map((item: unknown, index) => [item, [index]] as const);
  if (!isJsonObject(root)) return [];
  const list: unknown = root['targets'];
  if (Array.isArray(list) && root['provider'] === undefined) return list.map((item: unknown, index) => [item, ['targets', index]] as const);
  return [[root, []]];
}

/** Checks the options of all targets as if each were selected. */
function checkTargets(context: NormalizeContext, root: unknown, targets: readonly WrittenTarget[], definitions: CheckSettingsOptions['definitions']): void {
  for (const [raw, path] of targetPaths(root)) {
    const target = isJsonObject(raw) ? targets.find(({ name }) => name === raw['name']) : undefined;
    if (!target) continue;
    const placeOf = (inTarget: ValuePath, which?: 'key' | 'value'): SourceLocation => context.locate([...path, ...inTarget], which);
    checkAsWritten(target, { definitions, raw, placeOf }).forEach((finding) => context.report(finding));
  }
}

async function readSettings(file: string, kind: 'targets' | 'providers' | 'config', options: CheckSettingsOptions): Promise<readonly WrittenTarget[]> {
  const shown = displayPath(file, options.workingDirectory ?? process.cwd());
  const text = await readSource(file, shown);
  if (extname(file).toLowerCase() === '.json') checkJson(text, shown);
  const parsed = parseYaml(text, shown);
  parsed.diagnostics.forEach(options.report);
  const document = oneDocument(parsed, options.report);
  if (!parsed.usable || !document) return [];
  const context: NormalizeContext = {
    locate: document.locate,
    // What a run that does not select a target takes as a note is what this check is for.
    report: (finding) => finding.code !== 'unusable-target' && options.report(finding),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  if (kind === 'providers') {
    const { readProviderDocument } = await import('../targets/read-providers.js');
    const providers = readProviderDocument(context, document.value);
    checkTargets(providers.context, providers.entries, providers.targets, options.definitions);
    return providers.targets;
  }
  const targets = (kind === 'config' ? readConfig(context, document.value, options.definitions.settings).targets : readTargetDocument(context, document.value)) ?? [];
  const listed = kind === 'config' && isJsonObject(document.value) ? { targets: document.value['targets'] ?? [] } : document.value;
  checkTargets(context, listed, targets, options.definitions);
  return targets;
}

/**
 * Checks a file of targets or settings, or a baseline, to its end. Every target is checked as if it were selected.
 * @returns The targets that it defines.
 */
export async function checkSettings({ path, kind }: SettingsFile, options: CheckSettingsOptions): Promise<readonly WrittenTarget[]> {
  const file = resolve(options.workingDirectory ?? process.cwd(), path);
  try {
    if (kind !== 'baseline') return await readSettings(file, kind, options);
    await loadBaseline(file, options);
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    error.diagnostics.forEach(options.report);
  }
  return [];
}

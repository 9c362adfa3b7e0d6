import { relative } from 'node:path';
import { checkSettings, loadTargetFile, type SettingsFile } from '@assay/loaders';
import { AssayError, InvalidFileError, type ReportDiagnostic, type Suite, type WrittenTarget } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import { createTargetResolver, type TargetResolver } from './naming/target-resolver.js';
import type { TargetReference } from '../../trust/target-reference.js';

/** What targets of some providers need in the place of a model: one of these. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  cli: ['command', 'command_template'],
  replay: ['recording'],
  huggingface: ['model', 'url', 'fine_tuned_weights'],
  mock: [],
};

export interface SettingsCheckOptions {
  readonly reading: Reading;
  readonly cwd: string;
  readonly report: ReportDiagnostic;
}

/** A file of targets, settings or results that was checked. */
export interface CheckedSettings {
  /** From the working directory. */
  readonly file: string;
  readonly kind: SettingsFile['kind'];
  /** Names of the targets that it defines. */
  readonly targets: readonly string[];
}

/** Says that a name is known only when a variable is replaced. */
class NotKnownYet extends Error {}

function isOpen(text: string | undefined): boolean {
  return text?.includes('${') ?? false;
}

/** What a target cannot do without, and does not have. The key of an API is no part of its file. */
function lacking({ provider, model, options }: WrittenTarget): string | undefined {
  if (provider === undefined || isOpen(provider)) return undefined;
  const needed = NEEDED[provider] ?? ['model'];
  const has = needed.some((key) => (key === 'model' ? model?.trim() : options[key] !== undefined));
  return has ? undefined : needed[0];
}

/** Follows what a target names: the target that it stands for, and its judge. */
async function checkNames(target: WrittenTarget, resolver: TargetResolver, report: ReportDiagnostic): Promise<void> {
  const { name, useTarget, judgeTarget, location } = target;
  const named = (key: string, value: string): TargetReference => ({ name: value, namedBy: `${key} of target "${name}"`, location });
  try {
    if (useTarget !== undefined && !isOpen(useTarget)) await resolver.find({ name, namedBy: `target "${name}"`, location });
    if (judgeTarget !== undefined && !isOpen(judgeTarget)) await resolver.check(named('judge_target', judgeTarget));
  } catch (error) {
    // What is wrong with another target is found where that one is checked.
    if (error instanceof NotKnownYet || error instanceof InvalidFileError) return;
    if (!(error instanceof AssayError)) throw error;
    report({ severity: 'error', code: 'unknown-name', message: error.message, hint: error.hint, location: error.location });
  }
}

/** A target that no run of an untrusted project could use, whoever names it. What is refused goes where the resolver's trust sends it. */
async function refuseTarget({ name, location }: WrittenTarget, resolver: TargetResolver): Promise<void> {
  try {
    await resolver.find({ name, namedBy: `target "${name}"`, location });
  } catch (error) {
    if (!(error instanceof AssayError) && !(error instanceof NotKnownYet)) throw error;
  }
}

/** What targets lack, and names in them that lead nowhere; their options are checked where they are read. */
async function checkDefined(targets: readonly WrittenTarget[], resolver: TargetResolver, report: ReportDiagnostic): Promise<void> {
  for (const target of targets) {
    if (target.problems) continue;
    const missing = lacking(target);
    if (missing !== undefined) {
      report({
        severity: 'error',
        code: 'incomplete-target',
        message: `target "${target.name}" has no ${missing}`,
        hint: `add ${missing}: to it; what it takes is listed under its provider (assay list providers)`,
        location: target.location,
      });
    }
    await checkNames(target, resolver, report);
  }
}

/** Finds what targets name among themselves and in the project, before variables are replaced. */
function resolverAmong(targets: readonly WrittenTarget[], { reading, cwd, report }: SettingsCheckOptions): TargetResolver {
  const { definitions, project } = reading;
  return createTargetResolver({
    named: [...targets, ...project.targets],
    collections: project.collections,
    collectionLocations: project.collectionLocations,
    providers: definitions.providers,
    modelAliases: project.modelAliases,
    readFile: (path) => loadTargetFile(path, { workingDirectory: cwd, report: () => {} }),
    resolveText(text) {
      if (isOpen(text)) throw new NotKnownYet();
      return text.trim();
    },
    report,
    trust: reading.trust,
  });
}

/** Checks the targets that an eval file defines, as if each were selected. What an untrusted one asks for is looked at with the cases that use it. */
export async function checkSuiteTargets({ targets }: Pick<Suite, 'targets'>, options: SettingsCheckOptions): Promise<void> {
  if (options.reading.trust.untrusted) return;
  await checkDefined(targets, resolverAmong(targets, options), options.report);
}

/**
 * Checks a file of targets, settings of a project, or a baseline. Every target is checked as if it were
 * selected, but for what variables of the environment stand for.
 */
export async function checkSettingsFile(file: SettingsFile, options: SettingsCheckOptions): Promise<CheckedSettings> {
  const { reading, cwd, report } = options;
  const targets = await checkSettings(file, { definitions: reading.definitions, workingDirectory: cwd, report });
  for (const target of targets) reading.redactor.addOptions(target.options);
  const resolver = resolverAmong(targets, options);
  await checkDefined(targets, resolver, report);
  if (reading.trust.untrusted) for (const target of targets) if (!target.problems) await refuseTarget(target, resolver);
  return { file: relative(cwd, file.path).replaceAll('\\', '/'), kind: file.kind, targets: targets.map(({ name }) => name) };
}

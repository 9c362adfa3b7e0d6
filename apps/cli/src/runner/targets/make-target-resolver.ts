import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadTargetFile, substituteEnvInText } from '@assay/loaders';
import { UsageError, type ReportDiagnostic, type WrittenTarget } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';
import type { Reading } from '../reading/compose-reading.js';
import { createTargetResolver, type TargetResolver } from './naming/target-resolver.js';

export interface MakeTargetResolverOptions {
  readonly reading: Reading;
  /** `--targets` */
  readonly targetsFile?: string | undefined;
  readonly cwd: string;
  readonly report: ReportDiagnostic;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** A text of a target with its variables replaced, as far as the target may see any. */
function resolvedText({ trust }: Reading, text: string, key: string, target: WrittenTarget): string {
  // A pointer is a name, which anybody may write; one that stands in a variable is more than a name.
  if (text.includes('${')) trust.checkTarget({ reference: { name: target.name, namedBy: `target "${target.name}"`, location: target.location }, target });
  return substituteEnvInText(text, key, target, trust.environmentOf(target));
}

/**
 * The targets that a command can choose from: those of the `--targets` file, then the project's.
 * @throws InvalidFileError when the `--targets` file cannot be read.
 */
export async function makeTargetResolver({ reading, targetsFile, cwd, report, words }: MakeTargetResolverOptions): Promise<TargetResolver> {
  const { definitions, project } = reading;
  // Files on the command line start from the working directory, those in the configuration from the project.
  const { trust } = reading;
  // Only what may be chosen at all is ever opened, so that who names a file vouches for it.
  const readFile = async (file: string) => {
    const path = [cwd, project.root].map((folder) => resolve(folder, file)).find((found) => existsSync(found));
    if (path === undefined) throw new UsageError(`there is no file ${file}`, { hint: `paths start from the working directory, or from the project (${project.root})` });
    trust.vouchFor(path);
    return loadTargetFile(path, { workingDirectory: cwd, report });
  };
  const extra = targetsFile === undefined ? [] : await readFile(targetsFile);
  return createTargetResolver({
    named: [...extra, ...project.targets],
    collections: project.collections,
    collectionLocations: project.collectionLocations,
    providers: definitions.providers,
    modelAliases: project.modelAliases,
    readFile,
    resolveText: (text, key, target) => resolvedText(reading, text, key, target),
    report,
    trust,
    words,
  });
}

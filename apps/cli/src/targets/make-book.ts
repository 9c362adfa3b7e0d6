import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError, type ReportDiagnostic } from '@assay/schema';
import type { Reading, RunParts } from '../compose.js';
import { createTargetBook, type TargetBook } from './target-book.js';

export interface MakeBookOptions {
  readonly loaders: Pick<RunParts['loaders'], 'loadTargetFile' | 'substituteEnvInText'>;
  readonly reading: Reading;
  /** `--targets` */
  readonly targetsFile?: string | undefined;
  readonly cwd: string;
  readonly report: ReportDiagnostic;
}

/**
 * The targets that a command can choose from: those of the `--targets` file, then the project's.
 * @throws InvalidFileError when the `--targets` file cannot be read.
 */
export async function makeTargetBook({ loaders, reading, targetsFile, cwd, report }: MakeBookOptions): Promise<TargetBook> {
  const { definitions, project } = reading;
  // Files on the command line start from the working directory, those in the configuration from the project.
  const readFile = async (file: string) => {
    const path = [cwd, project.root].map((folder) => resolve(folder, file)).find((found) => existsSync(found));
    if (path === undefined) throw new UsageError(`there is no file ${file}`, { hint: `paths start from the working directory, or from the project (${project.root})` });
    return loaders.loadTargetFile(path, { workingDirectory: cwd, report });
  };
  const extra = targetsFile === undefined ? [] : await readFile(targetsFile);
  return createTargetBook({
    named: [...extra, ...project.targets],
    collections: project.collections,
    collectionLocations: project.collectionLocations,
    providers: definitions.providers,
    modelAliases: project.modelAliases,
    readFile,
    resolveText: (text, key, target) => loaders.substituteEnvInText(text, key, target, project.env),
    report,
  });
}

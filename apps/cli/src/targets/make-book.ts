import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReportDiagnostic } from '@assay/schema';
import type { Reading, RunParts } from '../compose.js';
import { createTargetBook, type TargetBook } from './target-book.js';

export interface MakeBookOptions {
  readonly loaders: RunParts['loaders'];
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
  const readFile = (file: string) => {
    const path = [cwd, project.root].map((folder) => resolve(folder, file)).find((found) => existsSync(found));
    return loaders.loadTargetFile(path ?? resolve(cwd, file), { workingDirectory: cwd, report });
  };
  const extra = targetsFile === undefined ? [] : await readFile(targetsFile);
  return createTargetBook({
    named: [...extra, ...project.targets],
    collections: project.collections,
    collectionLocations: project.collectionLocations,
    providers: definitions.providers,
    readFile,
    resolveText: (text, key, target) => loaders.substituteEnvInText(text, key, target, project.env),
    report,
  });
}

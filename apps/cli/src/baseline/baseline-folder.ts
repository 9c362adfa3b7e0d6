import { randomBytes } from 'node:crypto';
import { access, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatBaseline, InvalidFileError, UsageError, type Baseline, type Diagnostic } from '@assay/schema';
import { makeFolder, type BaselineParts } from '../compose.js';
import { shownFolder } from '../run/shown-folder.js';
import { baselineFile } from './baseline-file.js';

/** A baseline with its file. */
interface StoredBaseline {
  readonly baseline: Baseline;
  /** The file, as it should be shown. */
  readonly file: string;
}

/** The folder of baselines. */
export interface BaselineFolder {
  /** The folder, as it should be shown. */
  readonly shown: string;
  /** The file of a suite on a target, as it should be shown. */
  fileOf(suite: string, target: string): string;
  /**
   * The baseline of a suite on a target; undefined when there is none.
   * @throws InvalidFileError when the file cannot be used, or is the baseline of others.
   */
  read(suite: string, target: string): Promise<Baseline | undefined>;
  /** All baselines, and what is wrong with the files that cannot be used. */
  list(): Promise<{ readonly baselines: readonly StoredBaseline[]; readonly findings: readonly Diagnostic[] }>;
  /** Writes a baseline, whole or not at all. @throws UsageError when that is not possible. */
  write(baseline: Baseline): Promise<void>;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR',
  );
}

/** The names in a folder, sorted; none when there is no such folder. */
async function namesIn(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const reason = codeOf(error) === 'ENOTDIR' ? 'it is a file' : error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot read the folder of baselines ${shown}: ${reason}`, {
      hint: 'name the folder of baselines with --dir',
      cause: error,
    });
  }
}

async function replaceFile(file: string, content: string): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await makeFolder(dirname(file));
    await writeFile(temporary, content, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

function belongsToOthers(shown: string, { suite, target }: Baseline, wanted: string): InvalidFileError {
  return new InvalidFileError([
    {
      severity: 'error',
      code: 'other-baseline',
      message: `this is the baseline of ${suite} on ${target.name}, and the one of ${wanted} has the same file`,
      hint: 'rename the suite or the target, or move this file to where it belongs',
      location: { file: shown, line: 1, column: 1 },
    },
  ]);
}

/** @param directory absolute */
export function openBaselineFolder(directory: string, cwd: string, { loadBaseline }: Pick<BaselineParts, 'loadBaseline'>): BaselineFolder {
  const show = (path: string): string => shownFolder(cwd, path).replaceAll('\\', '/');
  const pathOf = (suite: string, target: string): string => join(directory, baselineFile(suite, target));
  return {
    shown: show(directory),
    fileOf: (suite, target) => show(pathOf(suite, target)),
    async read(suite, target) {
      const file = pathOf(suite, target);
      if (!(await exists(file))) return undefined;
      const baseline = await loadBaseline(file, { workingDirectory: cwd });
      if (baseline.suite === suite && baseline.target.name === target) return baseline;
      throw belongsToOthers(show(file), baseline, `${suite} on ${target}`);
    },
    async list() {
      const baselines: StoredBaseline[] = [];
      const findings: Diagnostic[] = [];
      for (const suite of await namesIn(directory, show(directory))) {
        const folder = join(directory, suite);
        const names = await namesIn(folder, show(folder)).catch(() => []);
        for (const name of names.filter((each) => each.endsWith('.json'))) {
          const file = join(folder, name);
          try {
            baselines.push({ baseline: await loadBaseline(file, { workingDirectory: cwd }), file: show(file) });
          } catch (error) {
            if (!(error instanceof InvalidFileError)) throw error;
            findings.push(...error.diagnostics);
          }
        }
      }
      return { baselines, findings };
    },
    async write(baseline) {
      const file = pathOf(baseline.suite, baseline.target.name);
      try {
        await replaceFile(file, formatBaseline(baseline));
      } catch (error) {
        throw new UsageError(`cannot write ${show(file)}: ${error instanceof Error ? error.message : String(error)}`, {
          hint: 'make the folder writable, or name another one with --dir',
          cause: error,
        });
      }
    },
  };
}

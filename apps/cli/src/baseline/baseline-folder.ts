import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBaseline } from '@assay/loaders';
import { errorText, formatBaseline, InvalidFileError, UsageError, type Baseline, type Diagnostic, type SuiteIdentity } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { errorCode } from '../files/error-code.js';
import { replaceFile } from '../files/replace-file.js';
import { baselineFile } from './baseline-file.js';

/** What `--against` calls the baselines of the project. */
export const BASELINES = 'baseline';

/** A baseline with its file. */
interface StoredBaseline {
  readonly baseline: Baseline;
  /** The file, as it should be shown. */
  readonly file: string;
}

/** Whose baseline is looked for. */
interface WantedBaseline extends SuiteIdentity {
  readonly target: string;
  /** True if another suite of the run has the same name. */
  readonly sharesName: boolean;
}

/** Where a baseline is, or is to be. */
export interface BaselinePlace {
  /** The file, absolute. */
  readonly file: string;
  /** The file, as it should be shown. */
  readonly shown: string;
  readonly baseline?: Baseline | undefined;
}

/** The folder of baselines. */
export interface BaselineFolder {
  /** The folder, as it should be shown. */
  readonly shown: string;
  /** True if there is such a folder. */
  exists(): Promise<boolean>;
  /**
   * The file of a suite on a target, and the baseline in it where there is one.
   * @throws InvalidFileError when the file cannot be used, or is the baseline of others.
   */
  locate(wanted: WantedBaseline): Promise<BaselinePlace>;
  /** All baselines, and what is wrong with the files that cannot be used. */
  list(): Promise<{ readonly baselines: readonly StoredBaseline[]; readonly findings: readonly Diagnostic[] }>;
  /**
   * Writes a baseline, whole or not at all.
   * @param file as {@link BaselineFolder.locate} gives it. @throws UsageError when that is not possible.
   */
  write(file: string, baseline: Baseline): Promise<void>;
}

export interface BaselineFolderOptions {
  /** The folder, absolute. */
  readonly directory: string;
  readonly cwd: string;
  /** Absolute; paths of suites start here. */
  readonly projectRoot: string;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR',
  );
}

/** The names in a folder, sorted; none when there is no such folder. */
async function namesIn(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    const reason = errorCode(error) === 'ENOTDIR' ? 'it is a file' : errorText(error);
    throw new UsageError(`cannot read the folder of baselines ${shown}: ${reason}`, {
      hint: 'name the folder of baselines with --dir',
      cause: error,
    });
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

function withoutPath(shown: string, { suite, suitePath }: WantedBaseline): InvalidFileError {
  return new InvalidFileError([
    {
      severity: 'error',
      code: 'other-baseline',
      message: `several suites of the run are named ${suite}, and this baseline does not say of which it is`,
      hint: `if it is the baseline of ${suitePath}, add "suite_path": ${JSON.stringify(suitePath)} to it; otherwise the path of the other suite`,
      location: { file: shown, line: 1, column: 1 },
    },
  ]);
}

/** A path without the extension of the file. */
function stemOf(path: string): string {
  return path.replace(/\.[^./]+$/u, '');
}

/** True for the baseline of this very suite, in a file that is named after its path. */
function isOwn({ suite, suitePath, target }: Baseline, wanted: WantedBaseline): boolean {
  if (target.name !== wanted.target) return false;
  if (suitePath === undefined) return suite === stemOf(wanted.suitePath);
  return suite === wanted.suite && suitePath === wanted.suitePath;
}

export function openBaselineFolder({ directory, cwd, projectRoot }: BaselineFolderOptions): BaselineFolder {
  const show = (path: string): string => displayFolder(cwd, path).replaceAll('\\', '/');
  const pathOf = (suite: string, target: string): string => join(directory, baselineFile(suite, target));
  const placeOf = (file: string, baseline?: Baseline): BaselinePlace => ({ file, shown: show(file), baseline });

  async function read(file: string): Promise<Baseline | undefined> {
    return (await exists(file)) ? loadBaseline(file, { workingDirectory: cwd }) : undefined;
  }

  /** The baseline in a file that is named after the path of the suite: that of a suite which shares its name. */
  async function qualified(wanted: WantedBaseline): Promise<BaselinePlace | undefined> {
    for (const path of new Set([wanted.suitePath, stemOf(wanted.suitePath)])) {
      const file = pathOf(path, wanted.target);
      const baseline = await read(file);
      if (baseline && isOwn(baseline, wanted)) return placeOf(file, baseline);
    }
    return undefined;
  }

  /** Of another suite of the name, unless that is this one from before its file was moved. */
  async function isOfAnother({ suitePath }: Baseline, wanted: WantedBaseline): Promise<boolean> {
    if (suitePath === undefined || suitePath === wanted.suitePath) return false;
    return wanted.sharesName || exists(join(projectRoot, suitePath));
  }

  return {
    shown: show(directory),
    exists: () => exists(directory),
    async locate(wanted) {
      const { suite, suitePath, target, sharesName } = wanted;
      const own = await qualified(wanted);
      if (own) return own;
      const file = pathOf(suite, target);
      const baseline = await read(file);
      if (!baseline) return placeOf(sharesName ? pathOf(suitePath, target) : file);
      if (baseline.suite !== suite || baseline.target.name !== target) {
        throw belongsToOthers(show(file), baseline, `${suite} on ${target}`);
      }
      if (sharesName && baseline.suitePath === undefined) throw withoutPath(show(file), wanted);
      return (await isOfAnother(baseline, wanted)) ? placeOf(pathOf(suitePath, target)) : placeOf(file, baseline);
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
    write: (file, baseline) =>
      replaceFile(file, show(file), formatBaseline(baseline), { hint: 'make the folder writable, or name another one with --dir' }),
  };
}

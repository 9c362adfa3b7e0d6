import { resolve } from 'node:path';
import { findRun, latestRun, listRuns } from '@assay/engine';
import { nearestMatch, UsageError } from '@assay/schema';

export interface FindRunOptions {
  /** What the user wrote: a run folder, a run id, or `latest`. */
  readonly run: string;
  readonly cwd: string;
  /** Absolute folder of the runs that have no folder of their own. */
  readonly runsFolder: string;
  /** Whether these are audits of judges. */
  readonly isAudit?: boolean | undefined;
}

/** There is no such run, or audit. */
function noneThere({ run, isAudit = false }: FindRunOptions, near: string | undefined): UsageError {
  const what = isAudit ? 'audit' : 'run';
  const places = isAudit ? 'name its folder, its id or "latest"; the audits of this project are in .assay/audits' : 'name a run folder, a run id or "latest"; assay list runs shows those of this project';
  return new UsageError(run === 'latest' ? `this project has no ${what} yet` : `there is no ${what} "${run}"`, { hint: `${near === undefined ? '' : `did you mean ${near}? `}${places}` });
}

/** The folder of a run, absolute. @throws UsageError when there is no such run. */
export async function findRunFolder(options: FindRunOptions): Promise<string> {
  const { run, cwd, runsFolder: runs } = options;
  const folder =
    run === 'latest'
      ? (await latestRun(runs))?.directory
      : ((await findRun(resolve(cwd, run))) ?? (await findRun(resolve(runs, run))));
  if (folder !== undefined) return folder;
  const near = run === 'latest' ? undefined : nearestMatch(run, (await listRuns(runs)).map(({ runId }) => runId));
  throw noneThere(options, near);
}

/** The folder of a run that lies in one of several folders, absolute: the first that has it. @throws UsageError when none has. */
export async function findRunFolderIn(run: string, cwd: string, [runs = cwd, ...others]: readonly string[]): Promise<string> {
  try {
    return await findRunFolder({ run, cwd, runsFolder: runs });
  } catch (error) {
    if (others.length === 0 || !(error instanceof UsageError)) throw error;
    return findRunFolderIn(run, cwd, others);
  }
}

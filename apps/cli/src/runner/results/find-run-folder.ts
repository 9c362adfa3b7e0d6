import { resolve } from 'node:path';
import { UsageError } from '@assay/schema';
import type { RunStorage } from '../../compose.js';

export interface FindRunOptions {
  readonly engine: Pick<RunStorage['engine'], 'findRun' | 'latestRun'>;
  /** What the user wrote: a run folder, a run id, or `latest`. */
  readonly run: string;
  readonly cwd: string;
  /** Absolute folder of the runs that have no folder of their own. */
  readonly runsFolder: string;
}

/** The folder of a run, absolute. @throws UsageError when there is no such run. */
export async function findRunFolder({ engine, run, cwd, runsFolder: runs }: FindRunOptions): Promise<string> {
  const folder =
    run === 'latest'
      ? (await engine.latestRun(runs))?.directory
      : ((await engine.findRun(resolve(cwd, run))) ?? (await engine.findRun(resolve(runs, run))));
  if (folder !== undefined) return folder;
  throw new UsageError(run === 'latest' ? 'this project has no run yet' : `there is no run "${run}"`, {
    hint: 'name a run folder, a run id or "latest"; assay list runs shows those of this project',
  });
}

import { openRun } from '@assay/engine';
import { UsageError, type Suite } from '@assay/schema';
import { ownRunsFolder } from '../../folders/own-folders.js';
import type { Reading } from '../reading/compose-reading.js';
import { findRunOfProject } from '../resume/find-earlier-run.js';
import { ofProject } from '../../runs/of-project.js';
import type { RunSettings } from '../run-settings.js';
import { failedTrials, type FailedTrials } from './failed-trials.js';

/** What failed in another run. */
export interface FailedBefore {
  /** The folder of that run, absolute. */
  readonly folder: string;
  readonly trials: FailedTrials;
}

/**
 * What failed in the run that `--filter-failed` names: a folder, an id, or `latest`; undefined when it
 * names none.
 * @throws UsageError when there is no such run or nothing failed in it.
 */
export async function failedInRun({ filterFailed: run, filterBorderline: borderline = false, shard, cwd, env }: RunSettings, { project, trust }: Pick<Reading, 'project' | 'trust'>, suites: readonly Suite[]): Promise<FailedBefore | undefined> {
  if (run === undefined && borderline) {
    throw new UsageError('--borderline goes with --filter-failed', { hint: 'name a run, as in --filter-failed latest --borderline' });
  }
  if (run === undefined) return undefined;
  if (run === 'latest' && shard !== undefined) {
    throw new UsageError('--filter-failed latest does not go with --shard: for every shard another run would be the latest', {
      hint: 'name the run by its folder or its id; assay list runs shows them',
    });
  }
  const isOfProject = ofProject(project.root, ownRunsFolder(env));
  const folder = await findRunOfProject(run, { cwd, runsFolders: [trust.runsFolder], isOfProject });
  return { folder, trials: await failedTrials((await openRun(folder)).rows(), { run, borderline, suites }) };
}

import { openRun } from '@assay/engine';
import { UsageError, type Suite } from '@assay/schema';
import { ownRunsFolder } from '../../folders/own-folders.js';
import { wordsOf } from '../../options/option-words.js';
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
export async function failedInRun(settings: RunSettings, { project, trust }: Pick<Reading, 'project' | 'trust'>, suites: readonly Suite[]): Promise<FailedBefore | undefined> {
  const { filterFailed: run, filterBorderline: borderline = false, shard, cwd, env } = settings;
  const { say } = wordsOf(settings);
  if (run === undefined && borderline) {
    throw new UsageError(`${say('filterBorderline')} goes with ${say('filterFailed')}`, { hint: `name a run, as in ${say('filterFailed', 'latest')}` });
  }
  if (run === undefined) return undefined;
  if (run === 'latest' && shard !== undefined) {
    throw new UsageError(`${say('filterFailed', 'latest')} does not go with ${say('shard')}: for every shard another run would be the latest`, {
      hint: 'name the run by its folder or its id; assay list runs shows them',
    });
  }
  const isOfProject = ofProject(project.root, ownRunsFolder(env));
  const folder = await findRunOfProject(run, { cwd, runsFolders: [trust.runsFolder], isOfProject });
  return { folder, trials: await failedTrials((await openRun(folder)).rows(), { run, borderline, suites, words: settings.words }) };
}

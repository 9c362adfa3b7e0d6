import { openRun } from '@assay/engine';
import { UsageError, type ReportDiagnostic, type ResultRow, type Suite } from '@assay/schema';
import { ownRunsFolder } from '../../folders/own-folders.js';
import { wordsOf } from '../../options/option-words.js';
import type { Reading } from '../reading/compose-reading.js';
import { findRunOfProject } from '../resume/find-earlier-run.js';
import { ofProject } from '../../runs/of-project.js';
import { resumeCommand } from '../../runs/resume-command.js';
import type { RunSettings } from '../run-settings.js';
import { failedTrials, type FailedTrials } from './failed-trials.js';
import { lackOf } from './lacking-run.js';

/** What failed in another run. */
export interface FailedBefore {
  /** The folder of that run, absolute. */
  readonly folder: string;
  readonly trials: FailedTrials;
}

/** Passes rows on, and counts them. */
async function* counted(rows: AsyncIterable<ResultRow>, count: { rows: number }): AsyncGenerator<ResultRow> {
  for await (const row of rows) {
    count.rows += 1;
    yield row;
  }
}

/**
 * What failed in the run that `--filter-failed` names: a folder, an id, or `latest`; undefined when it
 * names none. What has no row in it is not found: a warning says so where that run lacks some.
 * @throws UsageError when there is no such run or nothing failed in it.
 */
export async function failedInRun(
  settings: RunSettings,
  { project, trust }: Pick<Reading, 'project' | 'trust'>,
  suites: readonly Suite[],
  announce: ReportDiagnostic,
): Promise<FailedBefore | undefined> {
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
  const reader = await openRun(folder);
  const count = { rows: 0 };
  const lack = () => lackOf(reader, count.rows, resumeCommand({ location: folder, runsFolders: [trust.runsFolder], cwd }));
  const trials = await failedTrials(counted(reader.rows(), count), { run, borderline, suites, words: settings.words, lack });
  const lacks = await lack();
  if (lacks) announce({ severity: 'warning', code: 'lacking-run', message: `run ${run} ${lacks.what}: what has no row in it is not run`, hint: lacks.hint });
  return { folder, trials };
}

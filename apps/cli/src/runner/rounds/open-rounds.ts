import type { PreparedRun } from '../prepare-run.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunSettings } from '../run-settings.js';
import type { RoundsPlan } from '../plan/check-rounds.js';
import { openMeans } from './read-means.js';
import { createRunRounds, type RunRounds } from './run-rounds.js';

/** Makes ready what adds repeats to a run until it is decided. @throws UsageError, StoreError */
export async function openRounds(plan: RoundsPlan, { cwd }: RunSettings, { reading, plan: trials }: PreparedRun, earlier: EarlierRun | undefined): Promise<RunRounds> {
  const targets = trials.total === undefined ? undefined : trials.targets.map(({ name }) => name);
  const createTally = await openMeans(plan, { cwd, projectRoot: reading.project.root, targets });
  return createRunRounds({ plan, createTally, shown: (value) => reading.redactor.value(value), adds: earlier?.mode !== 'rescore' });
}

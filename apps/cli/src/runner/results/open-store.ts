import { resolve } from 'node:path';
import { createRunStore, findRun, refuseLockedRun } from '@assay/engine';
import { UsageError, type ResultStore } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import type { PreparedRun } from '../prepare-run.js';
import type { Reading } from '../reading/compose-reading.js';
import { openReports } from '../reporting/open-reports.js';
import { checkResultFiles } from '../reporting/plan-reports.js';
import type { Reporters } from '../reporting/isolate-reporters.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunSettings } from '../run-settings.js';
import { wordsOf } from '../../options/option-words.js';

/** What the folder of a run, and its reports, are opened by. */
interface StorePlan {
  readonly reports: PreparedRun['reports'];
  readonly reading: Pick<PreparedRun['reading'], 'trust' | 'redactor'>;
}

type StoreSettings = Pick<RunSettings, 'out' | 'isAudit' | 'cwd' | 'stdout' | 'ciServer' | 'by' | 'reporterTimeoutSeconds' | 'words'>;

function holdsRun(settings: Pick<StoreSettings, 'cwd' | 'words'>, folder: string): UsageError {
  return new UsageError(`${displayFolder(settings.cwd, folder)} holds a run already`, {
    hint: `name another folder with ${wordsOf(settings).say('out')}, or move the old run away`,
  });
}

/** The folder of the run. One that is being written, or holds a run already, is refused: its rows would mix with the new ones. */
export async function resultsFolder(runId: string, settings: Pick<StoreSettings, 'out' | 'cwd' | 'words'>, { reading: { trust } }: { readonly reading: Pick<Reading, 'trust'> }): Promise<string> {
  const { out, cwd } = settings;
  const folder = out === undefined ? resolve(trust.runsFolder, runId) : resolve(cwd, out);
  trust.checkResultsFolder(folder);
  if (out !== undefined) {
    await refuseLockedRun(folder);
    if (await findRun(folder)) throw holdsRun(settings, folder);
  }
  return folder;
}

export interface OpenStoreOptions {
  readonly runId: string;
  readonly settings: StoreSettings;
  readonly prepared: StorePlan;
  /** What the run goes on with: its folder is written on. */
  readonly earlier?: EarlierRun | undefined;
  /** Is joined by the reports that are opened. */
  readonly reporter: Reporters;
}

/**
 * Opens what the run is written to, the reports first: when one of them cannot be written, nothing is left of the run.
 * @throws UsageError, StoreError
 */
export async function openStore({ runId, settings, prepared, earlier, reporter }: OpenStoreOptions): Promise<ResultStore> {
  const { reports, reading } = prepared;
  // An audit looks at its folder itself, before it puts there what it made.
  const ofAudit = settings.isAudit && settings.out !== undefined ? resolve(settings.cwd, settings.out) : undefined;
  const folder = earlier ? earlier.location : (ofAudit ?? (await resultsFolder(runId, settings, prepared)));
  checkResultFiles(reports, folder);
  for (const { path } of reports) if (path !== undefined) reading.trust.checkReportFile(path);
  const mostMs = settings.reporterTimeoutSeconds * 1000;
  const open = await openReports(reports, { redactor: reading.redactor, stdout: settings.stdout, ciServer: settings.ciServer, by: settings.by, mostMs, words: settings.words });
  for (const report of open) reporter.add(report);
  const store = await createRunStore(folder);
  try {
    // Another run may have written and ended since.
    if (earlier) await (await import('../resume/refuse-changed-run.js')).refuseChangedRun(earlier);
    else if ((await store.keys()).size > 0) throw holdsRun(settings, folder);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

import { existsSync } from 'node:fs';
import { openRun } from '@assay/engine';
import { createRunAccumulator, summarizeRun } from '@assay/reports';
import type { RunManifest, RunReader, RunSummary, VerdictThresholds } from '@assay/schema';
import { auditFile } from '../../folders/audits-folder.js';
import { effectiveOptions } from '../../options/option-values.js';
import { readableManifest } from '../../runs/readable-manifest.js';
import { rechecksOf } from '../plan/repeats-of.js';
import { savedRequest } from '../resume/saved-request.js';

/** A run of a folder, as reports get it. */
export interface StoredRun {
  readonly reader: RunReader;
  /** Undefined for a folder of rows that does not say what it is. */
  readonly manifest: RunManifest | undefined;
  readonly summary: RunSummary;
  /** Scores from which its cases pass or are borderline. */
  readonly thresholds: VerdictThresholds | undefined;
}

export interface StoredRunOptions {
  /** Absolute. */
  readonly folder: string;
  /** The folder as it is shown. */
  readonly location: string;
  /** Those of the project, for a run that does not say what it is. */
  readonly thresholds: VerdictThresholds | undefined;
  /** Called where a line was cut short, and is left out. */
  readonly onTornLine: (place: { readonly file: string; readonly line: number }) => void;
}

/** What a run comes to that has no summary: it goes on, or was killed. Its rows are all that there is of it. */
async function summaryOfRows(reader: RunReader, manifest: RunManifest | undefined, { folder, location, thresholds }: StoredRunOptions): Promise<RunSummary> {
  const statistics = createRunAccumulator({ thresholds, suites: manifest?.suites.map(({ name }) => name) ?? [], targets: manifest?.targets.map(({ name }) => name) ?? [] });
  let last = '';
  let runId: string | undefined;
  for await (const row of reader.rows()) {
    statistics.add(row);
    runId ??= row.runId;
    if (row.finishedAt > last) last = row.finishedAt;
  }
  const said = manifest && savedRequest(manifest, `${location}/run.json`).options;
  const rechecks = manifest && (await (await import('../../runs/rechecked-cases.js')).rechecksByRows(folder, said && rechecksOf(effectiveOptions(said, {})), thresholds));
  return summarizeRun(statistics.result(), {
    runId: manifest?.runId ?? runId ?? '',
    location,
    skippedCases: 0,
    plannedTrials: undefined,
    durationMs: manifest && last !== '' ? Math.max(0, Date.parse(last) - Date.parse(manifest.startedAt)) : 0,
    threshold: said?.threshold,
    failOn: said?.failOn,
    ungraded: existsSync(auditFile(folder)),
    ...(rechecks ? { rechecks } : {}),
    interrupted: false,
    stopped: 'it did not come to its end',
  });
}

/** Opens the run of a folder. @throws StoreError, UsageError */
export async function openStoredRun(options: StoredRunOptions): Promise<StoredRun> {
  const { folder, location, onTornLine } = options;
  const reader = await openRun(folder, { onTornLine });
  const manifest = await readableManifest(reader);
  const thresholds = manifest ? manifest.verdicts : options.thresholds;
  const summary = (await reader.summary()) ?? (await summaryOfRows(reader, manifest, { ...options, thresholds }));
  return { reader, manifest, summary: { ...summary, location }, thresholds };
}

import { isRunLocked, openRun, type RowPlaces } from '@assay/engine';
import { encodeManifest, encodeRechecks, encodeSummary, isAssayError, StoreError, type JsonObject, type PageRun, type RunManifest, type RunSummary } from '@assay/schema';
import { displayFolder } from '../../../files/display-folder.js';
import { failureText } from '../../../files/failure-text.js';
import { RECHECKS } from '../../../options/items/recheck.js';
import { rechecksByRows } from '../../../runs/rechecked-cases.js';
import type { KnownRun } from './known-runs.js';

async function isWritten(folder: string): Promise<boolean> {
  try {
    return await isRunLocked(folder);
  } catch (error) {
    // A lock that cannot be read is nobody's.
    if (error instanceof StoreError) return false;
    throw error;
  }
}

async function stateOf(folder: string, manifest: RunManifest | undefined): Promise<PageRun['state']> {
  if (await isWritten(folder)) return 'running';
  return manifest?.status === 'running' ? 'killed' : 'ended';
}

/**
 * A summary without the cases that it names: the page reads those of a run from its rows, and a project of thousands of runs would send
 * every reply that failed in any of them before the list of runs is shown.
 */
function withoutCases(summary: RunSummary): JsonObject {
  const { problems: _problems, borderline_cases: _borderline, ...figures } = encodeSummary(summary) as JsonObject;
  return figures;
}

/** How often cases of a run are asked again, as far as it keeps that. */
function timesAgain({ options: { recheck } }: RunManifest): number | undefined {
  return recheck === true ? RECHECKS : typeof recheck === 'number' ? recheck : undefined;
}

/** A run as the page shows it: one that cannot be read as far as it can, with the reason. */
export async function pageRun({ id, folder }: KnownRun, places: RowPlaces, cwd: string): Promise<PageRun> {
  const problems: string[] = [];
  const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!isAssayError(error)) throw error;
      problems.push(failureText(error));
      return undefined;
    }
  };
  // Asked first: what a run writes at its end is there when it does not go on any more.
  const goesOn = await isWritten(folder);
  const reader = await readable(() => openRun(folder));
  const manifest = reader && (await readable(() => reader.manifest()));
  const summary = reader && (await readable(() => reader.summary()));
  const state = goesOn ? 'running' : await stateOf(folder, manifest);
  const counted = state === 'ended' && manifest ? manifest.rows : ((await readable(() => places.count())) ?? 0);
  const location = displayFolder(cwd, folder);
  // A summary that is there is of an earlier part of the run, and none is there yet of one that goes on.
  const rechecks = manifest && state !== 'ended' ? await readable(() => rechecksByRows(folder, timesAgain(manifest), manifest.verdicts)) : undefined;
  return {
    id,
    location,
    state,
    manifest: manifest ? (encodeManifest(manifest) as JsonObject) : {},
    summary: summary && state !== 'running' ? withoutCases(summary) : null,
    ...(rechecks ? { rechecks: encodeRechecks(rechecks) } : {}),
    rows: counted,
    ...(problems.length === 0 ? {} : { unreadable: problems.join('; ') }),
  };
}

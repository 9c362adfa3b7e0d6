import { openRun } from '@assay/engine';
import { findProjectRoot } from '@assay/loaders';
import type { ResultRow, VerdictThresholds } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { chosenRows, type ChosenRows } from '../runs/chosen-rows.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { readableManifest } from '../runs/readable-manifest.js';
import type { RowFilterOptions } from '../runs/row-filter.js';
import { rowsInOrder } from '../runs/rows-in-order.js';
import { tornLineNote } from '../runs/torn-line-note.js';
import { lostRowsNote } from '../runs/lost-rows-note.js';
import type { RecheckedOf } from './row-texts.js';

/** A stored run, as far as it is wanted. */
export interface ShownRun {
  readonly thresholds: VerdictThresholds | undefined;
  readonly whyNone: ChosenRows['whyNone'];
  /** As they are stored. */
  rows(): AsyncIterable<ResultRow>;
  /** In the order of their files. */
  inOrder(): AsyncIterable<ResultRow>;
  /** As they are stored, and those that are still to come until the run ends. */
  follow(signal: AbortSignal): AsyncIterable<ResultRow>;
  /** What cases came to that were asked again; undefined where none was. @throws StoreError */
  rechecked(): Promise<RecheckedOf | undefined>;
}

async function* only(rows: AsyncIterable<ResultRow>, isWanted: (row: ResultRow) => boolean, onCounted: (rows: number) => void): AsyncGenerator<ResultRow> {
  let counted = 0;
  for await (const row of rows) {
    counted += 1;
    if (isWanted(row)) yield row;
  }
  onCounted(counted);
}

/**
 * Opens a stored run to look at it.
 * @param run a run folder, a run id, or `latest`
 * @throws UsageError when there is no such run, or for a filter that is none; StoreError.
 */
export async function openShownRun(run: string, filter: RowFilterOptions, cwd: string): Promise<ShownRun> {
  const folder = await findRunFolder({ run, cwd, runsFolder: runsFolder(findProjectRoot(cwd) ?? cwd) });
  const onTornLine = tornLineNote(cwd);
  const reader = await openRun(folder, { onTornLine });
  const { isWanted, whyNone } = await chosenRows(filter);
  const manifest = await readableManifest(reader);
  const location = displayFolder(cwd, folder);
  const onCounted = lostRowsNote({ location, manifest, not: 'shown' });
  return {
    thresholds: manifest?.verdicts,
    whyNone,
    rows: () => only(reader.rows(), isWanted, onCounted),
    inOrder: () => rowsInOrder(folder, { manifest, isWanted, onTornLine, onCounted }),
    follow: (signal) => only(reader.follow({ signal }), isWanted, onCounted),
    async rechecked() {
      if (!manifest) return undefined;
      await (await import('./lost-rechecks-note.js')).lostRechecksNote({ folder, location, manifest });
      if (!manifest.options['recheck']) return undefined;
      const { recheckedCases } = await import('../runs/rechecked-cases.js');
      return (await recheckedCases(folder, { most: 0, thresholds: manifest.verdicts, expected: false }))?.of;
    },
  };
}

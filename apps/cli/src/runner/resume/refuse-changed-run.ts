import { openRun } from '@assay/engine';
import { canonicalJson, encodeManifest, UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import type { EarlierRun } from './earlier-run.js';

/**
 * To be called by who holds the lock of a run. Its manifest was read before, since what it says has to be checked first: whom the run asks,
 * what it has stored, what may be said. Another process may have gone on with the run since, and ended: all of that held for the run
 * before it, and would be written over what that one has noted.
 * @throws UsageError where the manifest is another one now.
 * @throws StoreError where it cannot be read any more.
 */
export async function refuseChangedRun({ location, manifest, shownFrom }: EarlierRun): Promise<void> {
  const now = await (await openRun(location)).manifest();
  if (canonicalJson(encodeManifest(now)) === canonicalJson(encodeManifest(manifest))) return;
  throw new UsageError(`another process has written ${displayFolder(shownFrom, location)} since this one looked at it, and is done`, {
    hint: now.status === 'finished' ? 'the run has finished: assay show tells what came of it' : 'give the same command again: it goes on from where that one ended',
  });
}

import { nearestMatch } from '@assay/schema';
import { PageFailure } from '../http/page-failure.js';
import type { KnownRun, KnownRuns } from './known-runs.js';

/** The run that a request names. @throws PageFailure when there is none. */
export async function runOf({ runs }: { readonly runs: KnownRuns }, id: string | null | undefined): Promise<KnownRun> {
  const run = id === null || id === undefined ? undefined : await runs.find(id);
  if (run) return run;
  if (id && runs.knew(id)) throw new PageFailure(404, `the run "${id}" is not there any more`, 'its folder was removed or renamed; the list of runs shows what is there');
  const near = id && nearestMatch(id, (await runs.list()).map((each) => each.id));
  throw new PageFailure(404, id ? `there is no run "${id}"` : 'no run is named', near ? `did you mean ${near}?` : undefined);
}

import type { BatchStanding } from '@assay/engine';
import { formatCount } from '@assay/reports';

function describe({ target, handle, requests, done, status }: BatchStanding): string {
  const name = handle ?? 'not found yet';
  const told = done === undefined ? status : `${status}, ${formatCount(done)} done`;
  return `${formatCount(requests, 'request')} to "${target}" in batch ${name} (${told})`;
}

/** What a run waits for, a line for each batch. */
function batchLines(standings: readonly BatchStanding[]): readonly string[] {
  return standings.map(describe);
}

/** What a run waits for, in one line. */
export function batchProgress(standings: readonly BatchStanding[]): string {
  const requests = standings.reduce((sum, standing) => sum + standing.requests, 0);
  const done = standings.reduce((sum, standing) => sum + (standing.done ?? 0), 0);
  const states = [...new Set(standings.map(({ status }) => status))].join(', ');
  return `${formatCount(standings.length, 'batch', 'batches')} with ${formatCount(requests, 'request')}: ${formatCount(done)} done (${states})`;
}

/** Why a run is not at its end. */
export function waitingNotes(waiting: number, standings: readonly BatchStanding[]): readonly string[] {
  if (waiting === 0) return [];
  const count = formatCount(waiting, 'trial waits', 'trials wait');
  return [standings.length === 0 ? `${count} for a batch that is not submitted` : `${count} for batches`, ...batchLines(standings)];
}

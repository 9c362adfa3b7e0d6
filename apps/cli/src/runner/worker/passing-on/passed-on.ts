import type { JobRefusal, ResultRow, TrialJob } from '@assay/schema';
import type { Unreachable } from './unreachable.js';
import { hasAssessors, isDone, whatLacks, whyNotDone } from './what-lacks.js';

/** Why another worker is asked for a trial whose row is here; undefined when it is not. */
export function passedOn(row: ResultRow, job: TrialJob, unreachable: Unreachable): Pick<JobRefusal, 'error' | 'lacks' | 'isOpen' | 'row'> | undefined {
  const isUnasked = row.output === null && row.usage === undefined;
  const refused = unreachable.refused(job);
  // Whoever was away may have answered since: then this worker may do it the next time.
  if (refused && row.error && isUnasked) return { error: row.error, lacks: refused, isOpen: unreachable.isOpen(job) || unreachable.of(job) === undefined, row: undefined };
  if (isDone(row)) {
    // A verdict may hold whatever a judge would have said, which did not answer for all that.
    if (hasAssessors(row)) unreachable.answered(job);
    else unreachable.over(job);
    return undefined;
  }
  const lacks = whatLacks(row);
  const error = whyNotDone(row);
  if (lacks) unreachable.note(job, error, lacks);
  unreachable.over(job);
  // A trial that was begun to see whether they answer again failed for the same reason as those before it.
  const still = lacks ?? (row.error ? unreachable.of(job) : undefined);
  return still && { error, lacks: still, isOpen: isUnasked && unreachable.isOpen(job), row: isUnasked ? undefined : row };
}

import type { JobRefusal, ResultRow, TrialJob } from '@assay/schema';
import type { Unreachable } from './unreachable.js';
import { whatLacks } from './what-lacks.js';

/** Why another worker is asked for a trial whose row is here; undefined when it is not. */
export function passedOn(row: ResultRow, job: TrialJob, unreachable: Unreachable): Pick<JobRefusal, 'error' | 'lacks' | 'isOpen' | 'row'> | undefined {
  if (row.verdict !== null) return void unreachable.answered(job);
  const lacks = whatLacks(row);
  const error = row.error ?? row.evaluators.find((result) => result.error)?.error ?? { code: 'unavailable', message: 'not all who are to be asked answer this worker' };
  if (lacks) unreachable.note(job, error, lacks);
  unreachable.over(job);
  // One that was begun to see whether they are there again failed with what keeps them away.
  const still = lacks ?? (row.error ? unreachable.of(job) : undefined);
  const isUnasked = row.output === null && row.usage === undefined;
  return still && { error, lacks: still, isOpen: isUnasked && unreachable.isOpen(job), row: isUnasked ? undefined : row };
}

/** Name of the list of jobs, in the words of BullMQ: its keys begin with the prefix and this. */
export const JOBS = 'jobs';

/** Milliseconds that what stands in the server stays when nobody cares for it: a run that was killed can be gone on with until then. */
export const KEPT_MS = 7 * 24 * 3_600_000;

/** The keys and channels of a queue besides those of BullMQ. */
export interface QueueNames {
  /** Channel: who is there. */
  readonly presence: string;
  /** Channel: workers ask a run whether a job is still wanted. */
  claims(runId: string): string;
  /** Channel: a worker is told whether it is. */
  grants(workerId: string): string;
  /** Stream: answers of workers, until the run has stored them. */
  answers(runId: string): string;
  /** A key of BullMQ: one of its lists, or the hash of a job by its id. */
  ofJobs(part: string): string;
}

export function queueNames(prefix: string): QueueNames {
  return {
    presence: `${prefix}:presence`,
    claims: (runId) => `${prefix}:claims:${runId}`,
    grants: (workerId) => `${prefix}:grants:${workerId}`,
    answers: (runId) => `${prefix}:answers:${runId}`,
    ofJobs: (part) => `${prefix}:${JOBS}:${part}`,
  };
}

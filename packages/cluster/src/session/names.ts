/** Name of the list of jobs, in the words of BullMQ: its keys begin with the prefix and this. */
export const JOBS = 'jobs';

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

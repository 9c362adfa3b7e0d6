import { expect, onTestFinished, test, vi } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { BudgetAccount } from '../contracts/budget-account.js';
import type { JobCoordinator } from '../contracts/job-coordinator.js';
import type { JobTransport, ReceivedJob } from '../contracts/job-transport.js';
import { BudgetSpentError } from '../errors/budget-spent-error.js';
import { QueueError } from '../errors/queue-error.js';
import { encodeJob } from '../jobs/job-codec.js';
import type { TrialJob } from '../jobs/trial-job.js';
import type { ResultRow } from '../row/result-row.js';
import { jobCoordinatorConformance, type JobCoordinatorSubject } from './job-coordinator-conformance.js';

const ROWS = 'jobs are done by workers, and each row comes to who asked for it, in any order';
const WINDOW = 'its window is a whole number of jobs, and who wants to know of its growth can stop that';
const REFUSED = 'a job that no worker takes fails with why, and the others are done';
const SIGNAL = 'a signal ends the wait for a row with its reason, and what nobody has begun is given to nobody';
const BACK = 'what a worker gives back is done by another one, and who waits is told';
const PAID = 'requests of a job are paid from the account of who asked for it, and what that refuses is refused';
const CLOSED = 'closing takes back what nobody has begun, and leaves nothing; closing again changes nothing';

interface Entry {
  readonly job: TrialJob;
  readonly onGivenUp?: (() => void) | undefined;
  readonly account?: BudgetAccount | undefined;
  readonly resolve: (row: ResultRow) => void;
  readonly reject: (error: unknown) => void;
}

/** A queue in this process. */
class Queue {
  readonly waiting: Entry[] = [];
  readonly taken = new Map<string, Entry>();
  #wake: () => void = () => undefined;
  #arrived = this.#next();

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  add(entry: Entry): void {
    this.waiting.push(entry);
    this.#wake();
    this.#arrived = this.#next();
  }

  async take(): Promise<ReceivedJob> {
    for (;;) {
      const entry = this.waiting.shift();
      if (entry) {
        this.taken.set(entry.job.trialKey, entry);
        return { text: JSON.stringify(encodeJob(entry.job)), account: entry.account };
      }
      await this.#arrived;
    }
  }

  coordinator(): JobCoordinator {
    const queue = this as Queue;
    return {
      window: 10,
      notes: [],
      onChange: () => () => undefined,
      run: async (job, { signal, onGivenUp, account }) => {
        signal.throwIfAborted();
        return new Promise((resolve, reject) => {
          const entry = { job, onGivenUp, account, resolve, reject };
          queue.add(entry);
          signal.addEventListener('abort', () => {
            if (queue.waiting.includes(entry)) queue.waiting.splice(queue.waiting.indexOf(entry), 1);
            reject(signal.reason);
          });
        });
      },
      close: async () => void queue.waiting.splice(0),
    };
  }

  worker(): JobTransport {
    const own = new Set<string>();
    const { taken } = this;
    const queue = this as Queue;
    return {
      async *jobs() {
        for (;;) {
          const job = await queue.take();
          own.add((JSON.parse(job.text ?? '') as { trial_key: string }).trial_key);
          yield job;
        }
      },
      async row(row) {
        own.delete(row.trialKey);
        taken.get(row.trialKey)?.resolve(row);
      },
      async refuse({ trialKey = '', error }) {
        own.delete(trialKey);
        taken.get(trialKey)?.reject(error.code === 'budget' ? new BudgetSpentError(error.message) : new QueueError(error.message));
      },
      async close() {
        for (const key of own) {
          const entry = taken.get(key);
          entry?.onGivenUp?.();
          if (entry) queue.add(entry);
        }
        own.clear();
      },
    };
  }
}

function subject(change: (good: JobCoordinator) => Partial<JobCoordinator> = () => ({})): JobCoordinatorSubject {
  const queue = new Queue();
  const good = queue.coordinator();
  return { coordinator: { ...good, ...change(good) }, worker: async () => queue.worker(), left: async () => queue.waiting.map(({ job }) => job.trialKey) };
}

test.each<[string, (good: JobCoordinator) => Partial<JobCoordinator>, readonly string[]]>([
  ['a good one', () => ({}), []],
  ['no window', () => ({ window: 0 }), [WINDOW]],
  ['the rows of others', ({ run }) => ({ run: async (job, how) => ({ ...(await run(job, how)), trialKey: 'another' }) }), [ROWS]],
  ['a signal that nobody looks at', ({ run }) => ({ run: (job, how) => run(job, { ...how, signal: new AbortController().signal }) }), [SIGNAL]],
  ['jobs that are given away though nobody waits', ({ run }) => ({ run: (job, { signal, ...how }) => Promise.race([run(job, { ...how, signal: new AbortController().signal }), new Promise<never>((_, reject) => { signal.throwIfAborted(); signal.addEventListener('abort', () => reject(signal.reason)); })]) }), [SIGNAL]],
  ['nobody is told', ({ run }) => ({ run: (job, { signal, account }) => run(job, { signal, account }) }), [BACK]],
  ['an account that is lost on the way', ({ run }) => ({ run: (job, how) => run(job, { ...how, account: undefined }) }), [PAID]],
  ['an account that is never asked', ({ run }) => ({ run: (job, { account, ...how }) => run(job, { ...how, account: account && { ...account, reserve: (amount) => ({ amount, settle: () => undefined }) } }) }), [PAID]],
  ['errors of another kind', ({ run }) => ({ run: (job, how) => run(job, how).catch((error: Error) => Promise.reject(how.signal.aborted ? error : new TypeError(error.message))) }), [REFUSED, PAID]],
  ['something is left', () => ({ close: async () => undefined }), [CLOSED]],
])('%s', async (_, change, promises) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const broken = brokenPromises(jobCoordinatorConformance(() => subject(change)));
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  // What would never end is ended.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await broken).toEqual(promises);
});

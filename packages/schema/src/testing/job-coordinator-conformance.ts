import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { BudgetAccount, BudgetAmount } from '../contracts/budget-account.js';
import type { JobCoordinator } from '../contracts/job-coordinator.js';
import type { JobTransport, ReceivedJob } from '../contracts/job-transport.js';
import { BudgetSpentError } from '../errors/budget-spent-error.js';
import { isAssayError } from '../errors/inspecting/is-assay-error.js';
import { decodeJob } from '../jobs/job-codec.js';
import type { TrialJob } from '../jobs/trial-job.js';
import type { ResultRow } from '../row/result-row.js';
import { sampleJob } from './samples/sample-job.js';
import { sampleRow } from './samples/sample-row.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { within } from './support/within.js';

/** A coordinator with nobody yet who does its jobs. */
export interface JobCoordinatorSubject {
  /** Of the run of `sampleJob()`. */
  readonly coordinator: JobCoordinator;
  /** Begins to take its jobs, as a worker does. The suite closes it. */
  worker(): Promise<JobTransport>;
  /** What lies in the queue, in words; nothing once the run has ended. */
  left(): Promise<readonly string[]>;
  /** Removes what the subject made. The suite closes the coordinator itself. */
  cleanUp?(): void | Promise<void>;
}

interface Context extends JobCoordinatorSubject {
  /** A worker that is closed with the check, and what gives its next job. */
  begin(): Promise<{ readonly worker: JobTransport; readonly take: () => Promise<ReceivedJob> }>;
}

const never = new AbortController().signal;
setMaxListeners(0, never);

function aJob(): TrialJob {
  return sampleJob({ trialKey: randomBytes(16).toString('hex') });
}

function jobOf({ text, problem }: ReceivedJob): TrialJob {
  assert.equal(problem, undefined, 'a job that nobody has altered is refused');
  assert.ok(text !== undefined, 'a job without its text');
  return decodeJob(JSON.parse(text));
}

function rowOf(job: ReceivedJob, text: string): ResultRow {
  const { trialKey, runId } = jobOf(job);
  return sampleRow({ trialKey, runId, output: { text, messages: [], toolCalls: [] } });
}

const CHECKS: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  'jobs are done by workers, and each row comes to who asked for it, in any order': async ({ coordinator, begin }) => {
    const jobs = [aJob(), aJob(), aJob()];
    const rows = jobs.map((job) => coordinator.run(job, { signal: never }));
    const { worker, take } = await begin();
    const received = [await take(), await take(), await take()];
    assert.deepEqual(received.map((one) => jobOf(one).trialKey).toSorted(), jobs.map(({ trialKey }) => trialKey).toSorted());
    for (const one of received.toReversed()) await within(worker.row(rowOf(one, `reply to ${jobOf(one).trialKey}`), one), 'handing over a row');
    const texts = (await within(Promise.all(rows), 'the rows')).map(({ trialKey, output }) => [trialKey, output?.text]);
    assert.deepEqual(texts, jobs.map(({ trialKey }) => [trialKey, `reply to ${trialKey}`]));
  },

  'its window is a whole number of jobs, and who wants to know of its growth can stop that': async ({ coordinator }) => {
    assert.ok(Number.isInteger(coordinator.window) && coordinator.window >= 1, `window is ${coordinator.window}`);
    const stop = coordinator.onChange(() => undefined);
    stop();
    stop();
  },

  'a job that no worker takes fails with why, and the others are done': async ({ coordinator, begin }) => {
    const { worker, take } = await begin();
    const refused = coordinator.run(aJob(), { signal: never }).catch((error: unknown) => error);
    const first = await take();
    const { trialKey, runId } = jobOf(first);
    await within(worker.refuse({ trialKey, runId, error: { code: 'difference', message: 'another suite', hint: 'check out the same' } }, first), 'a refusal');
    const error = await within(refused, 'a job that is refused');
    assert.ok(isAssayError(error), `rejects with ${String(error)}, which is no error of Assay`);
    assert.match(error.message, /another suite/u);
    const row = coordinator.run(aJob(), { signal: never });
    const second = await take();
    await within(worker.row(rowOf(second, 'done'), second), 'handing over a row');
    assert.equal((await within(row, 'the row of another job')).output?.text, 'done');
  },

  'a signal ends the wait for a row with its reason, and what nobody has begun is given to nobody': async ({ coordinator, begin }) => {
    const reason = new Error('enough');
    await assert.rejects(within((async () => coordinator.run(aJob(), { signal: AbortSignal.abort(reason) }))(), 'run()'), reason);
    const ending = new AbortController();
    const ended = coordinator.run(aJob(), { signal: ending.signal });
    ended.catch(() => undefined);
    ending.abort(reason);
    await assert.rejects(within(ended, 'run()'), reason);
    const wanted = aJob();
    const row = coordinator.run(wanted, { signal: never });
    const { worker, take } = await begin();
    const received = await take();
    assert.equal(jobOf(received).trialKey, wanted.trialKey, 'a job was given away that nobody waits for');
    await within(worker.row(rowOf(received, 'done'), received), 'handing over a row');
    await within(row, 'the row');
  },

  'what a worker gives back is done by another one, and who waits is told': async ({ coordinator, begin }) => {
    let givenUp = 0;
    const row = coordinator.run(aJob(), { signal: never, onGivenUp: () => (givenUp += 1) });
    const first = await begin();
    const taken = await first.take();
    await within(first.worker.close(), 'closing a worker');
    const second = await begin();
    const again = await second.take();
    assert.equal(jobOf(again).trialKey, jobOf(taken).trialKey);
    assert.ok(givenUp > 0, 'nobody was told that the job was given up');
    await within(second.worker.row(rowOf(again, 'done'), again), 'handing over a row');
    assert.equal((await within(row, 'the row')).output?.text, 'done');
  },

  'requests of a job are paid from the account of who asked for it, and what that refuses is refused': async ({ coordinator, begin }) => {
    const reserved: BudgetAmount[] = [];
    const settled: Partial<BudgetAmount>[] = [];
    const account: BudgetAccount = {
      spent: false,
      reserve(most) {
        if (most.tokens > 100) throw new BudgetSpentError('there are no tokens left');
        reserved.push(most);
        return { amount: most, settle: (taken) => void settled.push(taken) };
      },
      correct: () => undefined,
    };
    const paid = coordinator.run(aJob(), { signal: never, account });
    const { worker, take } = await begin();
    const one = await take();
    assert.ok(one.account, 'whoever does the job is not told what its requests are paid from');
    const reservation = await within(Promise.resolve(one.account.reserve({ costUsd: 0.5, tokens: 100 }, { signal: never })), 'reserve()');
    assert.deepEqual(reserved, [{ costUsd: 0.5, tokens: 100 }], 'nothing was reserved where it is paid from');
    reservation.settle({ costUsd: 0.25, tokens: 40 });
    await within(worker.row(rowOf(one, 'done'), one), 'handing over a row');
    await within(paid, 'the row');
    assert.deepEqual(settled[0], { costUsd: 0.25, tokens: 40 }, 'what was taken had not come when the row did');
    const refused = coordinator.run(aJob(), { signal: never, account }).catch((error: unknown) => error);
    const other = await take();
    const { account: refusing } = other;
    assert.ok(refusing, 'whoever does the job is not told what its requests are paid from');
    const refusal = await within((async () => refusing.reserve({ costUsd: 0, tokens: 101 }, { signal: never }))().then(() => undefined, (error: unknown) => error), 'reserve()');
    assert.ok(refusal instanceof BudgetSpentError, 'room was given that the account refuses');
    const { code, message } = refusal;
    const { trialKey, runId } = jobOf(other);
    await within(worker.refuse({ trialKey, runId, error: { code, message } }, other), 'a refusal');
    assert.ok((await within(refused, 'a job without room')) instanceof BudgetSpentError, 'a job without room rejects with something else');
  },

  'closing takes back what nobody has begun, and leaves nothing; closing again changes nothing': async ({ coordinator, left }) => {
    coordinator.run(aJob(), { signal: never }).catch(() => undefined);
    await within(coordinator.close(), 'closing');
    assert.deepEqual(await left(), [], 'something of the run is left in the queue');
    await within(coordinator.close(), 'closing again');
    assert.deepEqual(coordinator.notes, [], 'there is nothing to say of the queue');
  },
};

function contextOf(subject: JobCoordinatorSubject, workers: JobTransport[]): Context {
  return {
    coordinator: subject.coordinator,
    worker: () => subject.worker(),
    left: () => subject.left(),
    async begin() {
      const worker = await subject.worker();
      workers.push(worker);
      const iterator = worker.jobs(never)[Symbol.asyncIterator]();
      const take = async (): Promise<ReceivedJob> => {
        const next = await within(iterator.next(), 'a job that was asked for');
        assert.ok(!next.done, 'no more jobs come although some were asked for');
        await within(Promise.resolve(next.value.begins?.()), 'being told that a job begins');
        return next.value;
      };
      return { worker, take };
    },
  };
}

/** What every {@link JobCoordinator} promises. `makeSubject` makes a fresh subject for each check. */
export function jobCoordinatorConformance(makeSubject: () => JobCoordinatorSubject | Promise<JobCoordinatorSubject>): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await makeSubject();
      const workers: JobTransport[] = [];
      try {
        await check(contextOf(subject, workers));
      } finally {
        for (const worker of workers) await worker.close();
        await subject.coordinator.close();
        await subject.cleanUp?.();
      }
    },
  }));
}

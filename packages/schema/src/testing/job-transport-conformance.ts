import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { JobTransport, ReceivedJob } from '../contracts/job-transport.js';
import { decodeJob } from '../jobs/job-codec.js';
import type { TrialJob } from '../jobs/trial-job.js';
import type { ResultRow } from '../row/result-row.js';
import { sampleJob } from './samples/sample-job.js';
import { sampleRow } from './samples/sample-row.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { within } from './support/within.js';

/** What came back for a job. */
export interface JobAnswer {
  readonly row?: ResultRow | undefined;
  /** Why there is no row. */
  readonly refused?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
}

/** A transport with whoever sends jobs at its other end. */
export interface JobTransportSubject {
  readonly transport: JobTransport;
  /** Sends a job. Resolves with what comes back, whenever that is. */
  send(job: TrialJob): Promise<JobAnswer>;
  /** Removes what the subject made. The suite closes the transport itself. */
  cleanUp?(): void | Promise<void>;
}

const never = new AbortController().signal;

function jobs(count: number): TrialJob[] {
  return Array.from({ length: count }, (_, index) => sampleJob({ trialKey: randomBytes(16).toString('hex'), caseId: `case "${index}" é\u2028` }));
}

function jobOf({ text, problem }: ReceivedJob): TrialJob {
  assert.equal(problem, undefined, 'a job that nobody has altered is refused');
  assert.ok(text !== undefined, 'a job without its text');
  return decodeJob(JSON.parse(text));
}

async function take(iterator: AsyncIterator<ReceivedJob>): Promise<ReceivedJob> {
  const next = await within(iterator.next(), 'a job that was sent');
  assert.ok(!next.done, 'no more jobs come although some were sent');
  return next.value;
}

const CHECKS: Readonly<Record<string, (subject: JobTransportSubject) => Promise<void>>> = {
  'jobs come whole, and their rows go back to them in any order': async ({ transport, send }) => {
    const sent = jobs(3);
    const answers = sent.map((job) => send(job));
    const iterator = transport.jobs(never)[Symbol.asyncIterator]();
    const received = [await take(iterator), await take(iterator), await take(iterator)];
    assert.deepEqual(received.map(jobOf), sent);
    await within(Promise.all(received.map(({ begins }) => begins?.())), 'being told that a job begins');
    const rows = sent.map(({ trialKey, runId }, index) => sampleRow({ trialKey, runId, output: { text: `reply ${index}\n"é\u2028😀`, messages: [], toolCalls: [] } }));
    for (const index of [2, 0, 1]) await within(transport.row(rows[index] as ResultRow, received[index] as ReceivedJob), 'handing over a row');
    assert.deepEqual((await within(Promise.all(answers), 'the rows')).map(({ row }) => row), rows);
  },

  'a job that cannot be done is answered with why, and holds up no other': async ({ transport, send }) => {
    const [first, second] = jobs(2) as [TrialJob, TrialJob];
    const answers = [send(first), send(second)];
    const iterator = transport.jobs(never)[Symbol.asyncIterator]();
    const [refused, done] = [await take(iterator), await take(iterator)];
    const error = { code: 'difference', message: 'another "evaluator" é', hint: 'plan again' };
    await within(transport.refuse({ trialKey: first.trialKey, runId: first.runId, error }, refused), 'a refusal');
    const row = sampleRow({ trialKey: second.trialKey, runId: second.runId });
    await within(transport.row(row, done), 'handing over a row');
    const [one, two] = await within(Promise.all(answers), 'the answers');
    assert.deepEqual([one?.row, { ...one?.refused }], [undefined, error]);
    assert.deepEqual(two?.row, row);
  },

  'whoever waits for a job is told when the transport is closed, and closing it again changes nothing': async ({ transport }) => {
    const iterator = transport.jobs(never)[Symbol.asyncIterator]();
    const waiting = iterator.next();
    await within(transport.close(), 'closing');
    assert.equal((await within(waiting, 'whoever waits')).done, true, 'a job came from nowhere');
    await within(transport.close(), 'closing again');
  },
};

/**
 * What every {@link JobTransport} promises. `makeSubject` makes a fresh subject for each check.
 */
export function jobTransportConformance(makeSubject: () => JobTransportSubject | Promise<JobTransportSubject>): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await makeSubject();
      try {
        await check(subject);
      } finally {
        await subject.transport.close();
        await subject.cleanUp?.();
      }
    },
  }));
}

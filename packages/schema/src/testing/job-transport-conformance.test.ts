import { describe, expect, test } from 'vitest';
import type { JobTransport, ReceivedJob } from '../contracts/job-transport.js';
import { encodeJob } from '../jobs/job-codec.js';
import type { TrialJob } from '../jobs/trial-job.js';
import { jobTransportConformance, type JobAnswer, type JobTransportSubject } from './job-transport-conformance.js';

/** A transport within a process. @param change breaks a promise of it. */
function subject(change: (transport: JobTransport) => Partial<JobTransport> = () => ({})): JobTransportSubject {
  const waiting: ReceivedJob[] = [];
  const answers = new Map<ReceivedJob, (answer: JobAnswer) => void>();
  let wake = (): void => undefined;
  const closed = new AbortController();
  const transport: JobTransport = {
    async *jobs() {
      while (!closed.signal.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    row: async (row, of) => answers.get(of)?.({ row }),
    refuse: async ({ error }, of) => answers.get(of)?.({ refused: error }),
    async close() {
      closed.abort();
      wake();
    },
  };
  return {
    transport: { ...transport, ...change(transport) },
    send: (job: TrialJob) =>
      new Promise((resolve) => {
        const received = { text: JSON.stringify(encodeJob(job)) };
        answers.set(received, resolve);
        waiting.push(received);
        wake();
      }),
  };
}

async function broken(make: () => JobTransportSubject): Promise<string[]> {
  const results = await Promise.all(jobTransportConformance(make).map(({ name, run }) => run().then(() => [], () => [name])));
  return results.flat();
}

describe('the suite of job transports', () => {
  test('finds nothing wrong with one that keeps its promises', async () => {
    expect(await broken(() => subject())).toEqual([]);
  });

  test.each<[string, (transport: JobTransport) => Partial<JobTransport>, RegExp]>([
    ['rows that go to another job', (transport) => ({ row: (row, of) => transport.row({ ...row, trialKey: 'another' }, of) }), /their rows go back/u],
    ['refusals without their message', (transport) => ({ refuse: ({ error: { code } }, of) => transport.refuse({ error: { code, message: '' } }, of) }), /answered with why/u],
    ['closing twice', (transport) => { let times = 0; return { close: async () => { if ((times += 1) === 2) throw new Error('closed'); return transport.close(); } }; }, /closing it again/u],
  ])('finds %s', async (_, change, promise) => {
    expect((await broken(() => subject(change))).some((name) => promise.test(name))).toBe(true);
  });
});

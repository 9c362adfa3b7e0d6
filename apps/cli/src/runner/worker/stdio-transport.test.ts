import { PassThrough } from 'node:stream';
import { decodeRow, encodeJob, type ResultRow, type TrialJob } from '@assay/schema';
import { jobTransportConformance, sampleRow, type JobAnswer, type JobTransportSubject } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { stdioTransport } from './stdio-transport.js';

interface Line {
  readonly row?: { readonly trial_key: string };
  readonly refused?: { readonly trial_key: string; readonly code: string; readonly message: string; readonly hint?: string };
}

/** The transport between two pipes. */
function subject(): JobTransportSubject {
  const input = new PassThrough();
  const waiting = new Map<string, (answer: JobAnswer) => void>();
  const write = async (text: string): Promise<boolean> => {
    for (const line of text.split('\n').filter(Boolean)) {
      const { row, refused } = JSON.parse(line) as Line;
      if (row) waiting.get(row.trial_key)?.({ row: decodeRow(row) });
      if (refused) waiting.get(refused.trial_key)?.({ refused: { code: refused.code, message: refused.message, hint: refused.hint } });
    }
    return true;
  };
  return {
    transport: stdioTransport({ input, write }),
    send: (job: TrialJob) =>
      new Promise((resolve) => {
        waiting.set(job.trialKey, resolve);
        input.write(`${JSON.stringify(encodeJob(job))}\n`);
      }),
  };
}

test.each(jobTransportConformance(subject))('standard input and output keep the promise of their contract: $name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

test('rows of the same moment are written together, long ones in parts, and all are told when nobody takes them', async () => {
  const written: string[] = [];
  let takes = true;
  const transport = stdioTransport({
    input: new PassThrough(),
    async write(text) {
      written.push(text);
      return takes;
    },
  });
  const job = { text: undefined };
  const rowOf = (text: string): ResultRow => sampleRow({ caseId: text });
  await Promise.all(['a', 'b', 'c'].map((id) => transport.row(rowOf(id), job)));
  expect(written.map((text) => text.split('\n').length - 1)).toEqual([3]);
  const long = 'x'.repeat(50_000);
  await Promise.all(Array.from({ length: 4 }, () => transport.row(rowOf(long), job)));
  expect(written.slice(1).map((text) => text.split('\n').length - 1)).toEqual([2, 2]);
  takes = false;
  const lost = await Promise.allSettled([transport.row(rowOf('d'), job), transport.row(rowOf('e'), job)]);
  expect(lost).toMatchObject([{ reason: { message: expect.stringContaining('standard output is closed') } }, { status: 'rejected' }]);
});

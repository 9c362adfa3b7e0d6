import { PassThrough } from 'node:stream';
import { decodeRow, encodeJob, type TrialJob } from '@assay/schema';
import { jobTransportConformance, type JobAnswer, type JobTransportSubject } from '@assay/schema/testing';
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
    const { row, refused } = JSON.parse(text) as Line;
    if (row) waiting.get(row.trial_key)?.({ row: decodeRow(row) });
    if (refused) waiting.get(refused.trial_key)?.({ refused: { code: refused.code, message: refused.message, hint: refused.hint } });
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

import { createHash } from 'node:crypto';
import type { Signer } from '../signing/signer.js';

/** What travels in a job of the queue. */
export interface Envelope {
  readonly run: string;
  /** The job of a trial as JSON. */
  readonly job: string;
  readonly signature: string;
}

/** @param jobId under which it is in the queue: the same under another id is another job. */
export function signedEnvelope(jobId: string, { run, job }: Omit<Envelope, 'signature'>, signer: Signer): Envelope {
  return { run, job, signature: signer.sign('job', [run, jobId, job]) };
}

/** What a job of the queue holds; undefined for what nobody signed who has the secret. */
export function envelopeOf(jobId: string, data: unknown, signer: Signer): Envelope | undefined {
  const { run, job, signature } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Record<keyof Envelope, unknown>>;
  if (typeof run !== 'string' || typeof job !== 'string' || typeof signature !== 'string') return undefined;
  return signer.isSigned('job', [run, jobId, job], signature) ? { run, job, signature } : undefined;
}

/** Tells jobs apart by what they say, whatever ids they have. */
export function jobDigest(job: string): string {
  return createHash('sha256').update(job).digest('base64url');
}

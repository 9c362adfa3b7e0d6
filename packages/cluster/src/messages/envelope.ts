import { createHash } from 'node:crypto';
import type { Signer } from '../signing/signer.js';

/** What travels in a job of the queue: the jobs of one or more trials. */
export interface Envelope {
  readonly run: string;
  /** Each as JSON. */
  readonly jobs: readonly string[];
  readonly signature: string;
}

/** @param id under which it is in the queue: the same under another id is another one. */
export function signedEnvelope(id: string, { run, jobs }: Omit<Envelope, 'signature'>, signer: Signer): Envelope {
  return { run, jobs, signature: signer.sign('jobs', [run, id, ...jobs]) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What a job of the queue holds; undefined for what nobody signed who has the secret. */
export function envelopeOf(id: string, data: unknown, signer: Signer): Envelope | undefined {
  const { run, jobs, signature } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Record<keyof Envelope, unknown>>;
  if (typeof run !== 'string' || !isTexts(jobs) || typeof signature !== 'string') return undefined;
  return signer.isSigned('jobs', [run, id, ...jobs], signature) ? { run, jobs, signature } : undefined;
}

/** Tells jobs apart by what they say, whatever ids they have. */
export function jobDigest(job: string): string {
  return createHash('sha256').update(job).digest('base64url');
}

import { hash } from 'node:crypto';
import type { Signer } from '../signing/signer.js';

/** What travels in a job of the queue: the jobs of one or more trials. */
export interface Envelope {
  readonly run: string;
  /** Each as JSON. */
  readonly jobs: readonly string[];
  /** Whether each request for them is paid from the budget of the run. */
  readonly paid: boolean;
  readonly signature: string;
}

/** @param id under which it is in the queue: the same under another id is another one. */
export function signedEnvelope(id: string, { run, jobs, paid }: Omit<Envelope, 'signature'>, signer: Signer): Envelope {
  return { run, jobs, paid, signature: signer.sign('jobs', partsOf(id, run, paid, jobs)) };
}

function partsOf(id: string, run: string, paid: boolean, jobs: readonly string[]): readonly string[] {
  return [run, id, paid ? 'paid' : 'free', ...jobs];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What a job of the queue holds; undefined for what nobody signed who has the secret. */
export function envelopeOf(id: string, data: unknown, signer: Signer): Envelope | undefined {
  const { run, jobs, paid, signature } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Record<keyof Envelope, unknown>>;
  if (typeof run !== 'string' || !isTexts(jobs) || typeof paid !== 'boolean' || typeof signature !== 'string') return undefined;
  return signer.isSigned('jobs', partsOf(id, run, paid, jobs), signature) ? { run, jobs, paid, signature } : undefined;
}

/** Tells jobs apart by what they say, whatever ids they have. */
export function jobDigest(job: string): string {
  return hash('sha256', job, 'base64url');
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** What is signed. One kind is never taken for another. */
type SignedKind = 'jobs' | 'claim' | 'begin' | 'pay' | 'grant' | 'answers' | 'worker' | 'run';

/** Signs what passes through the queue, and knows its own signatures. */
export interface Signer {
  /** @param parts in their order; none can pass for another, whatever stands in them. */
  sign(kind: SignedKind, parts: readonly string[]): string;
  isSigned(kind: SignedKind, parts: readonly string[], signature: unknown): boolean;
}

/** Version of everything that passes through the queue. Another one is another signature. */
const PROTOCOL = 1;

/** @param secret which all workers and runs of a queue share. */
export function createSigner(secret: string): Signer {
  function digest(kind: SignedKind, parts: readonly string[]): Buffer {
    const mac = createHmac('sha256', secret).update(`assay ${PROTOCOL} ${kind}\n`);
    // With their lengths: what ends one part cannot begin the next.
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}\n`).update(part);
    return mac.digest();
  }
  return {
    sign: (kind, parts) => digest(kind, parts).toString('base64url'),
    isSigned(kind, parts, signature) {
      if (typeof signature !== 'string') return false;
      const given = Buffer.from(signature, 'base64url');
      const wanted = digest(kind, parts);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

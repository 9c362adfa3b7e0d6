/** A request of a run, whatever process asks it: the n-th of this content (counted from 1) that a trial makes. */
export interface RequestId {
  /** Key of the trial, or of what else asks. */
  readonly asker: string;
  /** Digest of all that changes the answer. */
  readonly content: string;
  readonly n: number;
}

/** A request that nothing is waited for, and of which it is not counted what it took. */
export interface UncountedRequest {
  readonly id: RequestId;
  /** Undefined for one that is in no batch. */
  readonly target: string | undefined;
}

export function idText({ asker, content, n }: RequestId): string {
  return `${asker} ${content} ${n}`;
}

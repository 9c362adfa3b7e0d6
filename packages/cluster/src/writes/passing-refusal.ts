/**
 * What a server says that takes nothing for now: its memory or its disk is full, it has become a replica, has too few of its own, or is busy
 * with something. Of what a script does, it says it in the middle of other words.
 */
const PASSES = /\b(?:OOM|READONLY|MISCONF|NOREPLICAS|LOADING|BUSY|MASTERDOWN|UNBLOCKED)\b/u;
const AS_REPLICA = /\b(?:READONLY|MASTERDOWN|UNBLOCKED)\b/u;

/** Whether a server may take the same thing a little later. */
export function isPassing(error: unknown): boolean {
  return PASSES.test(String(error));
}

/** Whether a server takes nothing since it is a replica: behind its name may be another one by now. */
export function isOfReplica(error: unknown): boolean {
  return AS_REPLICA.test(String(error));
}

/**
 * What a server says that takes nothing for now: its memory or its disk is full, it has become a replica, has too few of its own, or is busy
 * with something. Of what a script does, it says it in the middle of other words.
 */
const PASSES = /\b(?:OOM|READONLY|MISCONF|NOREPLICAS|LOADING|BUSY|MASTERDOWN|UNBLOCKED)\b/u;
/**
 * What it says to a connection that is made again and let in no more, or not yet: its users may be told to it only after it was started.
 * Whatever waits for the connection is refused with these words, though nobody has looked at it.
 */
const LETS_NOBODY_IN = /\b(?:WRONGPASS|NOAUTH|DENIED|max number of clients)\b/u;
const AS_REPLICA = /\b(?:READONLY|MASTERDOWN|UNBLOCKED)\b/u;

/** Whether a server may take the same thing a little later. */
export function isPassing(error: unknown): boolean {
  return PASSES.test(String(error));
}

/**
 * Whether what a member of the queue asked may be taken a little later, since it was let in before. How long a connection may be refused
 * is for the watch over it to say.
 */
export function isPassingForMembers(error: unknown): boolean {
  return isPassing(error) || LETS_NOBODY_IN.test(String(error));
}

/** Whether a server takes nothing since it is a replica: behind its name may be another one by now. */
export function isOfReplica(error: unknown): boolean {
  return AS_REPLICA.test(String(error));
}

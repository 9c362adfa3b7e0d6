import type { ProviderEnvironment, ReplyMemory, TargetDefinition } from '@assay/schema';

/** Most that a reply may have where its target does not say (`max_reply_mb`), in megabytes. */
const DEFAULT_MB = 4;
const MEGABYTE = 2 ** 20;

/** How much of a reply is read. */
export interface ReplyBounds {
  /** Most that one reply may have, unpacked, in bytes. */
  readonly mostBytes: number;
  /** Shared with other replies. */
  readonly memory: ReplyMemory | undefined;
}

/** The bounds of a target's replies. */
export function replyBounds(
  { maxReplyMb = DEFAULT_MB }: Pick<TargetDefinition, 'maxReplyMb'>,
  { replyMemory }: Pick<ProviderEnvironment, 'replyMemory'>,
): ReplyBounds {
  return { mostBytes: Math.max(1, Math.floor(maxReplyMb * MEGABYTE)), memory: replyMemory };
}

import type { ReplyMemory } from '@assay/schema';

let memory: ReplyMemory | undefined;

/** The memory that all replies of this process share while they arrive, whatever run asks for them. */
export function sharedReplyMemory(create: () => ReplyMemory): ReplyMemory {
  memory ??= create();
  return memory;
}

import type { ErrorInfo, ProviderResponse } from '@assay/schema';

/** White space, control characters, and characters that only format others: nothing that can be read. */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u;

/** How the first change begins; remarks on what was not looked at say nothing of the target's work. */
const CHANGE = 'diff --git ';

/** True for file changes that hold one for certain. */
export function hasFileChanges(changes: string): boolean {
  return changes.startsWith(CHANGE);
}

/** True for a reply without a text that can be read, without tool calls and without a change to a file. */
export function isEmptyReply({ text, toolCalls, fileChanges = '' }: Pick<ProviderResponse, 'text' | 'toolCalls' | 'fileChanges'>): boolean {
  return toolCalls.length === 0 && !hasFileChanges(fileChanges) && BLANK.test(text);
}

/** True for a reply that a filter or the model itself held back: that is an outcome, and it is scored. */
export function saidNothingOnPurpose({ finishReason }: Pick<ProviderResponse, 'finishReason'>): boolean {
  return finishReason === 'filter' || finishReason === 'refusal';
}

export const emptyReplyHint = 'write allow_empty: true on the case or on the target if an empty reply is an answer';

/**
 * Why evaluators of what was said cannot score a reply; undefined when they can.
 * @param turns the generated turns of a conversation, or a reply alone.
 * @param allowEmpty an empty reply is an answer like any other.
 */
export function whyNothingSaid(turns: readonly ProviderResponse[], allowEmpty: boolean): ErrorInfo | undefined {
  if (allowEmpty) return undefined;
  const index = turns.findIndex((turn) => isEmptyReply(turn) && !saidNothingOnPurpose(turn));
  if (index === -1) return undefined;
  const which = turns.length > 1 ? `turn ${index + 1} of ${turns.length} of the reply` : 'the reply';
  return { code: 'empty_reply', message: `${which} is empty: it has neither text nor tool calls`, hint: emptyReplyHint };
}

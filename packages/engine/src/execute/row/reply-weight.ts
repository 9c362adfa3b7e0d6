import { weightOf, type RowOutput } from '@assay/schema';

/** About how many characters a reply has: what it says, and the arguments of its tool calls. */
export function replyWeight({ text, toolCalls }: Pick<RowOutput, 'text' | 'toolCalls'>): number {
  if (toolCalls.length === 0) return text.length;
  try {
    return text.length + weightOf(toolCalls);
  } catch {
    // Too deep to be weighed: whoever looks into it says so.
    return text.length;
  }
}

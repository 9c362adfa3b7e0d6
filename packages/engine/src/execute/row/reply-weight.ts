import { weightOf, type RowOutput } from '@assay/schema';

/** About how many characters a reply has: what it says and did to files, and the arguments of its tool calls. */
export function replyWeight({ text, toolCalls, fileChanges = '' }: Pick<RowOutput, 'text' | 'toolCalls' | 'fileChanges'>): number {
  const said = text.length + fileChanges.length;
  if (toolCalls.length === 0) return said;
  try {
    return said + weightOf(toolCalls);
  } catch {
    // Too deep to be weighed: whoever looks into it says so.
    return said;
  }
}

import type { PointContext } from '@assay/schema';

/** A context with only a text. */
export function textContext(text: string): PointContext {
  return { text, toolCalls: [], signal: new AbortController().signal };
}

import type { PointContext } from '@assay/schema';

/** A context with only a text. */
export function textContext(text: string): PointContext {
  return { text, toolCalls: [], signal: new AbortController().signal };
}

/** A context with only a text, whose signal aborts while a pattern without end is tried: who asks gives up long before its deadline. */
export function soonAborted(text: string): PointContext {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('given up')), 50);
  return { ...textContext(text), signal: controller.signal };
}

/** What APIs say of a reply that the model itself or a filter held back, and how to say it: completes "the reply is unusable: …". */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['refusal', 'it is a refusal'],
  ...['filter', 'content_filter', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'spii'].map(
    (reason) => [reason, 'it was cut off by a filter'] as const,
  ),
]);

/** Why a reply was held back; undefined when it was not. More tokens would bring no more of it. */
export function heldBack(finishReason: string | undefined): string | undefined {
  return REASONS.get(finishReason?.toLowerCase() ?? '');
}

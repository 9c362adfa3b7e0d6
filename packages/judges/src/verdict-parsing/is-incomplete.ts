/** Reasons for which a reply may end in the middle: a limit of its length, a filter, or one that nobody knows. */
const IN_THE_MIDDLE = new Set([
  'length',
  'other',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'filter',
  'content_filter',
  'refusal',
  'safety',
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
]);

/** True if the reply may have ended in the middle of a sentence or a quotation. */
export function isIncomplete(finishReason: string | undefined): boolean {
  return finishReason !== undefined && IN_THE_MIDDLE.has(finishReason.toLowerCase());
}

import type { FinishReason, ProviderResponse } from '@assay/schema';

const WARNINGS: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'the reply was cut off at the limit of tokens',
  filter: 'the reply was stopped by a content filter',
  refusal: 'the model refused to answer',
};

/** What a reader of the score should know about the ends of replies; the same words for all targets. */
export function endWarnings(turns: readonly ProviderResponse[]): readonly string[] {
  const warnings: string[] = [];
  for (const { finishReason } of turns) {
    const warning = finishReason && WARNINGS[finishReason];
    if (warning !== undefined) warnings.push(warning);
  }
  return warnings;
}

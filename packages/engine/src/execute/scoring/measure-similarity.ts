import { referenceAnswer, type EvalCase, type RowMetric, type TokenUsage } from '@assay/schema';
import type { Similarity } from '../../similarity/create-similarity.js';

/** What the similarity of a reply adds to its row. Nothing of it has a part in the score. */
export interface SimilarityPart {
  readonly metrics: readonly RowMetric[];
  readonly warnings: readonly string[];
  readonly usage?: TokenUsage | undefined;
  readonly costUsd?: number | undefined;
}

const NOTHING: SimilarityPart = { metrics: [], warnings: [] };

/**
 * How close a reply is to the answer that the case names as right, if it names one. What goes wrong
 * is a warning: never rejects.
 */
export async function measureSimilarity(
  similarity: Similarity | undefined,
  evalCase: Pick<EvalCase, 'expectedMessages'>,
  reply: string,
  signal: AbortSignal,
): Promise<SimilarityPart> {
  if (!similarity) return NOTHING;
  const reference = referenceAnswer(evalCase.expectedMessages);
  if (reference.trim() === '') return NOTHING;
  if (reply.trim() === '') return { metrics: [], warnings: ['no similarity: the reply is empty'] };
  try {
    const { value, usage, costUsd } = await similarity.measure(reference, reply, { signal });
    return { metrics: [{ name: 'similarity', value }], warnings: [], usage, costUsd };
  } catch (error) {
    return { metrics: [], warnings: [`no similarity: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

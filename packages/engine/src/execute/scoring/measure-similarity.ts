import { errorText, cosine, mayHaveCost, ProviderError, referenceAnswer, spentInVain, type EvalCase, type RowMetric } from '@assay/schema';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';
import type { EmbeddedTexts } from '../../similarity/embedded-texts.js';

/** What the similarity of a reply adds to its row. Nothing of it has a part in the score. */
export interface SimilarityPart extends Omit<EmbeddedTexts, 'vectors' | 'warnings'> {
  readonly metrics: readonly RowMetric[];
  readonly warnings: readonly string[];
}

const NOTHING: SimilarityPart = { metrics: [], warnings: [] };

async function measure(embeddings: TextEmbeddings, reference: string, reply: string, signal: AbortSignal): Promise<SimilarityPart> {
  const { vectors, warnings = [], ...spent } = await embeddings.embed([reference, reply], { signal });
  const [a, b] = vectors;
  const value = a && b && cosine(a, b);
  if (typeof value === 'number') return { metrics: [{ name: 'similarity', value }], warnings, ...spent };
  const what = a?.length === b?.length ? 'a vector without a direction' : 'vectors of different lengths';
  const { usage, costUsd, costIncomplete } = spent;
  throw new ProviderError(`target "${embeddings.name}" gave ${what}`, { kind: 'bad_reply', target: embeddings.name, spent: { usage, costUsd }, costIncomplete });
}

/** Whether the similarity of a reply is asked for. */
export function measuresSimilarity(embeddings: TextEmbeddings | undefined, { expectedMessages }: Pick<EvalCase, 'expectedMessages'>, reply: string): boolean {
  return embeddings !== undefined && reply.trim() !== '' && referenceAnswer(expectedMessages).trim() !== '';
}

/**
 * How close a reply is to the answer that the case names as right, if it names one: the cosine of the angle
 * between their vectors, in [-1, 1]. What goes wrong is a warning: never rejects.
 */
export async function measureSimilarity(
  embeddings: TextEmbeddings | undefined,
  evalCase: Pick<EvalCase, 'expectedMessages'>,
  reply: string,
  signal: AbortSignal,
): Promise<SimilarityPart> {
  if (!embeddings) return NOTHING;
  const reference = referenceAnswer(evalCase.expectedMessages);
  if (reference.trim() === '') return NOTHING;
  if (reply.trim() === '') return { metrics: [], warnings: ['no similarity: the reply is empty'] };
  try {
    return await measure(embeddings, reference, reply, signal);
  } catch (error) {
    return { metrics: [], warnings: [`no similarity: ${errorText(error)}`], ...spentInVain(error), ...(mayHaveCost(error) ? { costIncomplete: true } : {}) };
  }
}

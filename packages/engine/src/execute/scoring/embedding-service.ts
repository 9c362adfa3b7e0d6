import { addCost, addUsage, mayHaveCost, shareOfUsage, spentInVain, UnscoredError, type EvaluationScore, type Vector } from '@assay/schema';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';
import type { EmbeddedTexts } from '../../similarity/embedded-texts.js';

/** The embedding model as one entry asks it, with what that took so far. */
export interface EmbeddingService {
  /** @throws as `EvaluatorServices.embed`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Vector[]>;
  /**
   * The score with what the vectors took, which counts as judging does.
   * @param parts Scores that share it, and which of them this is, counted from 0. Default: this one pays all.
   */
  charge(score: EvaluationScore, parts?: number, index?: number): EvaluationScore;
}

/** The service of a trial that no embedding model was made ready for: the run names none, or does not know that it is needed. */
const NONE: EmbeddingService = {
  async embed() {
    throw new UnscoredError('there is no embedding model', {
      reason: 'config',
      hint: "say in the definition of the evaluator that it needs vectors: uses: ['embeddings']; which model makes them is said as embeddings: 'provider:model', or in .assay/config.yaml",
    });
  },
  charge: (score) => score,
};

export function embeddingService(embeddings: TextEmbeddings | undefined): EmbeddingService {
  if (!embeddings) return NONE;
  let spent: Omit<EmbeddedTexts, 'vectors'> = {};
  return {
    async embed(texts, signal) {
      if (texts.length === 0) return [];
      const { vectors, usage, costUsd, costIncomplete, warnings } = await embeddings.embed(texts, { signal }).catch((error: unknown) => {
        const { usage: lost, costUsd: paid } = spentInVain(error) ?? {};
        spent = { ...spent, usage: addUsage(spent.usage, lost), costUsd: addCost(spent.costUsd, paid), costIncomplete: spent.costIncomplete || mayHaveCost(error) };
        throw error;
      });
      spent = {
        usage: addUsage(spent.usage, usage),
        costUsd: addCost(spent.costUsd, costUsd),
        costIncomplete: spent.costIncomplete || costIncomplete,
        warnings: [...(spent.warnings ?? []), ...(warnings ?? [])],
      };
      return vectors;
    },
    charge(given, parts = 1, index = 0) {
      const { warnings = [] } = spent;
      const score = warnings.length === 0 ? given : { ...given, warnings: [...(given.warnings ?? []), ...warnings] };
      if (!spent.usage && spent.costUsd === undefined && !spent.costIncomplete) return score;
      const judgeCostUsd = addCost(score.judgeCostUsd, spent.costUsd === undefined ? undefined : spent.costUsd / parts);
      // An evaluator that asked judges as well may not know what these cost.
      const unknown = score.judgeCostIncomplete === true || (score.judgeUsage !== undefined && score.judgeCostUsd === undefined);
      return {
        ...score,
        judgeUsage: addUsage(score.judgeUsage, spent.usage && shareOfUsage(spent.usage, parts, index)),
        ...(judgeCostUsd === undefined ? {} : { judgeCostUsd }),
        ...(spent.costIncomplete || unknown ? { judgeCostIncomplete: true } : {}),
      };
    },
  };
}

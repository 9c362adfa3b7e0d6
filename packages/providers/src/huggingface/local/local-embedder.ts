import type { Embedder } from '@assay/schema';
import { createBatcher } from './batcher.js';
import { embedTexts } from './embed-texts.js';
import { DEFAULT_BATCH_SIZE } from '../huggingface-options.js';
import { localFailure } from './local-errors.js';
import { localModel } from './local-model.js';
import type { LocalProviderOptions } from './local-provider.js';

/** A model in this process that turns texts into vectors of length 1. */
export function createLocalEmbedder(settings: LocalProviderOptions): Embedder {
  const { context, options } = settings;
  const model = localModel(context, settings.load);
  const batcher = createBatcher({
    size: options.batch_size ?? DEFAULT_BATCH_SIZE,
    keyOf: () => '',
    run: async (texts: readonly string[]) => embedTexts(await model.open(), texts, context),
  });
  return {
    name: context.target,
    model: settings.model,
    servedBy: { kind: 'process', atOnce: options.batch_size ?? 1 },
    async embed(texts, { signal }) {
      try {
        const embedded = await Promise.all(texts.map((text) => batcher.ask(text, signal)));
        const inputTokens = embedded.reduce((sum, one) => sum + one.inputTokens, 0);
        return { vectors: embedded.map(({ vector }) => vector), usage: { inputTokens, outputTokens: 0 }, costUsd: 0 };
      } catch (error) {
        throw localFailure(error, context, signal);
      }
    },
    async close() {
      await batcher.idle();
      await model.close();
    },
  };
}

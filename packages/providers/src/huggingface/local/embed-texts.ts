import type { Tensor } from '@huggingface/transformers';
import { encode, rowsOf, tokenCounts } from './classify-texts.js';
import type { LoadedModel } from './load-model.js';
import { inputFailure, type LocalContext } from './local-errors.js';

export interface Embedded {
  readonly vector: readonly number[];
  readonly inputTokens: number;
}

/** A vector of length 1 in the same direction. */
export function normalized(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/**
 * Turns texts into vectors in one pass: the mean over the tokens of each, with length 1.
 * @throws ProviderError when the model gives no vectors.
 */
export async function embedTexts(
  loaded: LoadedModel,
  texts: readonly string[],
  context: LocalContext,
): Promise<readonly Embedded[]> {
  const encoded = encode(loaded, texts);
  const output = (await loaded.model(encoded)) as Readonly<Record<string, Tensor | undefined>>;
  const tokenVectors = output['last_hidden_state'] ?? output['token_embeddings'];
  if (tokenVectors?.dims.length !== 3) {
    throw inputFailure(
      'the model gives no vectors of tokens: it is not made for feature-extraction',
      context,
      'use a model that was exported for feature-extraction',
    );
  }
  const vectors = rowsOf(loaded.runtime.mean_pooling(tokenVectors, encoded.attention_mask));
  const counts = tokenCounts(encoded);
  return vectors.map((vector, index) => ({ vector: normalized(vector), inputTokens: counts[index] ?? 0 }));
}

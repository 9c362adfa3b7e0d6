import { described, wholeNumber } from '../http/parameters/option-entries.js';

/** Options of targets that can be embedding models. */
export const embeddingEntries = {
  dimensions: described(
    wholeNumber('dimensions', 1),
    'Length of the vectors, for embedding models that support a choice.',
  ),
} as const;

export interface EmbeddingOptions {
  readonly dimensions?: number | undefined;
}

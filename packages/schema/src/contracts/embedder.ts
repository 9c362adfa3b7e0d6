/** Turns texts into vectors, for similarity metrics. */
export interface Embedder {
  readonly name: string;
  readonly model: string;
  /** One vector per text, in order. @throws ProviderError */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly (readonly number[])[]>;
}

/** Declares an embedder. */
export function defineEmbedder<const T extends Embedder>(embedder: T): T {
  return embedder;
}

import { knownAmount, ProviderError, type Embedder, type Embeddings } from '@assay/schema';
import { checkUsage, spendingWarnings } from './check-response.js';
import { createRequestGuard, type GuardOptions } from './request-guard.js';

/** Characters that make a token, roughly. */
const TOKEN_CHARACTERS = 4;

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number' && Number.isFinite(item));
}

/** Adapters may be plugins: what is no list of vectors must not become a similarity. */
function checkEmbeddings(embeddings: Embeddings, texts: number, target: string): Embeddings {
  const vectors: unknown = (embeddings as Partial<Embeddings> | null | undefined)?.vectors;
  const fail = (what: string): ProviderError =>
    new ProviderError(`target "${target}" gave ${what}`, { kind: 'bad_reply', target });
  if (!Array.isArray(vectors) || vectors.length !== texts) {
    throw fail(`${Array.isArray(vectors) ? vectors.length : 'no'} vectors for ${texts} text${texts === 1 ? '' : 's'}`);
  }
  if (!vectors.every(isVector)) throw fail('a vector that is no list of numbers');
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw fail('vectors of different lengths');
  const warnings = [...(embeddings.warnings ?? []), ...spendingWarnings(embeddings)];
  return { vectors, usage: checkUsage(embeddings.usage), costUsd: knownAmount(embeddings.costUsd), ...(warnings.length > 0 ? { warnings } : {}) };
}

/**
 * Wraps a target that turns texts into vectors, as `guardProvider` does for replies, and checks
 * what it returns. `embed` throws `ProviderError` only.
 */
export function guardEmbedder(embedder: Embedder, options: GuardOptions = {}): Embedder {
  const { name, model, servedBy } = embedder;
  const guard = createRequestGuard(name, { hedges: servedBy?.kind === 'service' && servedBy.hedged, ...options });
  return {
    name,
    model,
    servedBy,
    identity: () => embedder.identity?.(),
    embed: (texts, request) =>
      guard(
        request.signal,
        async ({ signal, told }) => {
          const given = await embedder.embed(texts, { signal });
          const { rateLimits, usage } = (given as Partial<Embeddings> | undefined) ?? {};
          told({ rateLimits, tokens: knownAmount(usage?.inputTokens) });
          return checkEmbeddings(given, texts.length, name);
        },
        // A trial that holds its reply waits for the vectors.
        { urgent: true, tokens: () => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / TOKEN_CHARACTERS) },
      ),
    close: async () => embedder.close?.(),
  };
}

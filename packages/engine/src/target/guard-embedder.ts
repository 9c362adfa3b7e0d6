import { knownAmount, ProviderError, type Embedder, type Embeddings } from '@assay/schema';
import { RequestEstimate, type RequestSize } from '../budget/request-estimate.js';
import { checkUsage, spendingWarnings } from './reply/check-response.js';
import { createRequestGuard, type GuardOptions } from './request-guard.js';
import { withLostCost } from './with-lost-cost.js';

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

function sizeOf(texts: readonly string[]): RequestSize {
  return { bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0), messages: texts.length };
}

/**
 * Wraps a target that turns texts into vectors, as `guardProvider` does for replies, and checks
 * what it returns. `embed` throws `ProviderError` only.
 */
export function guardEmbedder(embedder: Embedder, options: GuardOptions = {}): Embedder {
  const { name, model, servedBy, pricing, mostTexts } = embedder;
  const estimate = new RequestEstimate(pricing && { ...pricing, maxTokens: 0 }, pricing === undefined);
  const isFree = pricing === undefined;
  const guard = createRequestGuard(name, { hedges: servedBy?.kind === 'service' && servedBy.hedged, ...options });
  return {
    name,
    model,
    servedBy,
    pricing,
    mostTexts,
    identity: () => embedder.identity?.(),
    async embed(texts, { signal: caller, account }) {
      let lost = false;
      const embeddings = await guard(
        caller,
        async ({ signal, told }) => {
          const given = await embedder.embed(texts, { signal });
          const { rateLimits, usage, costUsd } = (given as Partial<Embeddings> | undefined) ?? {};
          told({ rateLimits, tokens: knownAmount(usage?.inputTokens), usage: checkUsage(usage), costUsd: knownAmount(costUsd) });
          return checkEmbeddings(given, texts.length, name);
        },
        // A trial that holds its reply waits for the vectors.
        {
          urgent: true,
          paid: account && { account, estimate, size: sizeOf(texts), begins: false },
          tokens: () => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / TOKEN_CHARACTERS),
          onLost: () => (lost = true),
        },
      ).catch((error: unknown) => {
        throw lost && !isFree ? withLostCost(error) : error;
      });
      return lost && !isFree ? { ...embeddings, costIncomplete: true } : embeddings;
    },
    close: async () => embedder.close?.(),
  };
}

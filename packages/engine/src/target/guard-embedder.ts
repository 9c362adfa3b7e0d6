import { knownAmount, ProviderError, type Embedder, type Embeddings } from '@assay/schema';
import { RequestEstimate, type RequestSize } from '../budget/request-estimate.js';
import { checkUsage, spendingWarnings } from './reply/check-response.js';
import { oddParts } from './reply/odd-parts.js';
import { createRequestGuard, type GuardOptions } from './request-guard.js';
import { identityProblem, plainIdentity } from './told/told-identity.js';
import { withLostCost } from './with-lost-cost.js';

/** Characters that make a token, roughly. */
const TOKEN_CHARACTERS = 4;

const SHAPE = 'its embed() has to resolve to { vectors }: a plain list of finite numbers for each text, in their order, all of one length';

/** Vectors are held with the precision of 32 bits: a number that is too large for that would be infinite there. */
function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number' && Number.isFinite(Math.fround(item)));
}

/** The smallest number that has all digits in 32 bits. */
const SMALLEST = 2 ** -126;

/** Whether a vector has a direction that 32 bits do not hold: its numbers would lose their digits there, or be 0. */
function isTooSmall(vector: readonly number[]): boolean {
  const largest = vector.reduce((most, item) => Math.max(most, Math.abs(item)), 0);
  return largest > 0 && largest < SMALLEST;
}

/** Adapters may be plugins: what is no list of vectors must not become a similarity. */
function checkEmbeddings(embeddings: Embeddings, texts: number, target: string, isFree: boolean): Embeddings {
  const given: Partial<Embeddings> = (embeddings as Partial<Embeddings> | null | undefined) ?? {};
  const vectors: unknown = given.vectors;
  const fail = (what: string, hint = SHAPE): ProviderError => {
    // What cannot be used was paid for all the same.
    const spent = { usage: checkUsage(given.usage), costUsd: knownAmount(given.costUsd) };
    return new ProviderError(`target "${target}" gave ${what}`, { kind: 'bad_reply', target, hint, spent, costIncomplete: !isFree && spent.costUsd === undefined });
  };
  if (!Array.isArray(vectors) || vectors.length !== texts) {
    throw fail(`${Array.isArray(vectors) ? vectors.length : 'no'} vectors for ${texts} text${texts === 1 ? '' : 's'}`);
  }
  if (!vectors.every(isVector)) throw fail('a vector that is no list of numbers');
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw fail('vectors of different lengths');
  if (vectors.some(isTooSmall)) throw fail('a vector whose numbers are all too small for 32 bits', 'scale it up: its direction counts, and not its length');
  const odd = oddParts({ warnings: given.warnings });
  if (odd !== undefined) throw fail(`vectors with ${odd}`, 'its embed() has to resolve to { vectors, warnings? }, of which the warnings are a list of texts');
  const warnings = [...(given.warnings ?? []), ...spendingWarnings(given)];
  return { vectors, usage: checkUsage(given.usage), costUsd: knownAmount(given.costUsd), ...(warnings.length > 0 ? { warnings } : {}) };
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
    identity() {
      try {
        return plainIdentity(embedder.identity?.(), name);
      } catch (error) {
        throw identityProblem(error, name);
      }
    },
    async embed(texts, { signal: caller, account }) {
      let lost = false;
      const embeddings = await guard(
        caller,
        async ({ signal, told }) => {
          // A list of its own: one that takes its texts out of it, as they are asked for in parts, leaves ours as it is.
          const given = await embedder.embed([...texts], { signal });
          const { rateLimits, usage, costUsd } = (given as Partial<Embeddings> | undefined) ?? {};
          told({ rateLimits, tokens: knownAmount(usage?.inputTokens), usage: checkUsage(usage), costUsd: knownAmount(costUsd) });
          return checkEmbeddings(given, texts.length, name, isFree);
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

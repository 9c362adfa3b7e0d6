import { addCost, addUsage, ProviderError, type Embedder, type TokenUsage } from '@assay/schema';
import { cosine } from './cosine.js';

/** How alike two texts are, and what finding out took. */
export interface SimilarityResult {
  /** Cosine of the angle between the vectors of the texts, [-1, 1]. */
  readonly value: number;
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
}

/** Measures how close replies are to the answers that cases name as right. */
export interface Similarity {
  /**
   * Sends one request for both texts, or for the reply alone when the vector of the reference is
   * known or on its way.
   * @param reference not empty; nor is the reply.
   * @throws ProviderError when a vector cannot be had or has no direction.
   */
  measure(reference: string, reply: string, options: { readonly signal: AbortSignal }): Promise<SimilarityResult>;
}

export interface SimilarityOptions {
  /** With time-outs, retries and limits around it already. */
  readonly embedder: Embedder;
  /** Most vectors of references that are kept; the longest unused one goes first. Default 512. */
  readonly keep?: number | undefined;
}

const DEFAULT_KEEP = 512;

type Vector = ArrayLike<number>;

interface Embedded {
  readonly vectors: readonly (readonly number[])[];
  readonly usage?: TokenUsage | undefined;
  readonly costUsd?: number | undefined;
}

/** The vectors of references by text: of many trials of a case only the first one asks. */
class KnownVectors {
  readonly #most: number;
  readonly #vectors = new Map<string, Promise<Vector>>();

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): Promise<Vector> | undefined {
    const found = this.#vectors.get(text);
    if (!found) return undefined;
    this.#vectors.delete(text);
    this.#vectors.set(text, found);
    return found;
  }

  /** Keeps a vector that is on its way; one that never arrives is forgotten. */
  keep(text: string, vector: Promise<Vector>): void {
    this.#vectors.set(text, vector);
    vector.catch(() => {
      if (this.#vectors.get(text) === vector) this.#vectors.delete(text);
    });
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= this.#most) break;
      this.#vectors.delete(oldest);
    }
  }
}

/** Half the memory of a list of numbers, and exact enough for an angle. */
function compact(vector: readonly number[] | undefined): Vector {
  return Float32Array.from(vector ?? []);
}

/** Makes a similarity measure with a memory of its own for references. */
export function createSimilarity({ embedder, keep = DEFAULT_KEEP }: SimilarityOptions): Similarity {
  const known = new KnownVectors(keep);

  function result(reference: Vector, reply: Vector, spent: Pick<Embedded, 'usage' | 'costUsd'>): SimilarityResult {
    const value = cosine(reference, reply);
    if (value === null || reference.length !== reply.length) {
      throw new ProviderError(
        value === null
          ? `target "${embedder.name}" gave a vector without a direction`
          : `target "${embedder.name}" gave vectors of different lengths`,
        { kind: 'bad_reply', target: embedder.name },
      );
    }
    return { value, usage: spent.usage, costUsd: spent.costUsd };
  }

  /** Both texts in one request; others that have the same reference wait for this one. */
  async function askForBoth(reference: string, reply: string, signal: AbortSignal): Promise<SimilarityResult> {
    const asked = embedder.embed([reference, reply], { signal });
    const vector = asked.then(({ vectors }) => compact(vectors[0]));
    known.keep(reference, vector);
    const { vectors, usage, costUsd } = await asked;
    return result(await vector, compact(vectors[1]), { usage, costUsd });
  }

  return {
    async measure(reference, reply, { signal }) {
      const waiting = known.get(reference);
      if (!waiting) return askForBoth(reference, reply, signal);
      const [kept, own] = await Promise.allSettled([waiting, embedder.embed([reply], { signal })]);
      if (own.status === 'rejected') throw own.reason;
      const { vectors, usage, costUsd } = own.value;
      if (kept.status === 'fulfilled') return result(kept.value, compact(vectors[0]), { usage, costUsd });
      // The trial that asked for the reference failed or was ended: this one asks for itself.
      const second = await embedder.embed([reference], { signal });
      const vector = compact(second.vectors[0]);
      known.keep(reference, Promise.resolve(vector));
      return result(vector, compact(vectors[0]), {
        usage: addUsage(usage, second.usage),
        costUsd: addCost(costUsd, second.costUsd),
      });
    },
  };
}

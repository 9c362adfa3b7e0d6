import { createHash } from 'node:crypto';
import { UnscoredError, type Embedder, type EmbedOptions, type Vector } from '@assay/schema';
import { waitFor } from '../deadline/wait-for.js';
import { NOTHING, sum, type Answer } from './answer.js';
import type { EmbeddedTexts } from './embedded-texts.js';
import { inParts } from './in-parts.js';

/** An embedding model with a memory for the texts that come back: references of many trials, replies that several look at. */
export interface TextEmbeddings {
  /** Name of the target that makes the vectors. */
  readonly name: string;
  /**
   * Asks for the texts whose vectors are neither known nor on their way: in one request, or in as few as the model takes them in.
   * @throws UnscoredError for an empty text; ProviderError when a vector cannot be had; the signal's reason when it aborts.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<EmbeddedTexts>;
}

export interface EmbeddingsOptions {
  /** With time-outs, retries and limits around it already. */
  readonly embedder: Embedder;
  /** Most vectors that are kept; the longest unused one goes first. Default 1024; more where so many texts are asked for at once. */
  readonly keep?: number | undefined;
}

const DEFAULT_KEEP = 1024;
/** So many times the most texts that are asked for at once are kept, where that is more. */
const SHARES = 2;
/** Longer texts are known by their hash, so that the memory holds no large replies. */
const LONGEST_KEY = 64;

function keyOf(text: string): string {
  return text.length <= LONGEST_KEY ? `text:${text}` : createHash('sha256').update(text).digest('base64');
}

/** Vectors by text, those on their way too. */
class KnownVectors {
  #most: number;
  readonly #vectors = new Map<string, Promise<Vector>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Who asks for many texts at once, and does so again, finds them, and what others asked for meanwhile does not take their place. */
  makeRoom(texts: number): void {
    this.#most = Math.max(this.#most, SHARES * texts);
  }

  get(text: string): Promise<Vector> | undefined {
    const key = keyOf(text);
    const found = this.#vectors.get(key);
    if (!found) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, found);
    return found;
  }

  /** Keeps a vector that is on its way; one that never arrives is forgotten. */
  keep(text: string, vector: Promise<Vector>): void {
    const key = keyOf(text);
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    vector.catch(() => {
      if (this.#vectors.get(key) === vector) this.#vectors.delete(key);
    });
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= this.#most) break;
      this.#vectors.delete(oldest);
    }
  }
}

/** Makes an embedding model whose vectors are shared by all who ask it. */
export function createEmbeddings({ embedder, keep = DEFAULT_KEEP }: EmbeddingsOptions): TextEmbeddings {
  const known = new KnownVectors(keep);

  const askInParts = inParts(embedder, (text, vector) => known.keep(text, Promise.resolve(vector)));

  async function ask(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    if (texts.length === 0) return NOTHING;
    const asked = askInParts(texts, options);
    for (const text of texts) known.keep(text, asked.then(({ found }) => found.get(text) as Vector));
    return asked;
  }

  /** What others asked for. Those who failed, or were ended, leave their texts out. */
  async function shared(coming: ReadonlyMap<string, Promise<Vector>>, signal: AbortSignal): Promise<Map<string, Vector>> {
    const found = new Map<string, Vector>();
    await Promise.all(
      [...coming].map(async ([text, vector]) => {
        try {
          found.set(text, await waitFor(vector, signal));
        } catch {
          signal.throwIfAborted();
        }
      }),
    );
    return found;
  }

  return {
    name: embedder.name,
    async embed(texts, options) {
      const { signal } = options;
      if (texts.some((text) => text.trim() === '')) throw new UnscoredError('an empty text has no vector');
      known.makeRoom(texts.length);
      const coming = new Map<string, Promise<Vector>>();
      const missing: string[] = [];
      for (const text of new Set(texts)) {
        const vector = known.get(text);
        if (vector) coming.set(text, vector);
        else missing.push(text);
      }
      const [others, own] = await Promise.all([shared(coming, signal), ask(missing, options)]);
      const again = await ask([...coming.keys()].filter((text) => !others.has(text)), options);
      const all = new Map([...others, ...own.found, ...again.found]);
      return { vectors: texts.map((text) => all.get(text) as Vector), ...sum(own.spent, again.spent) };
    },
  };
}

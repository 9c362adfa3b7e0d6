import { createHash } from 'node:crypto';
import { addCost, addSpending, addUsage, UnscoredError, type Embedder, type EmbedOptions, type Spending, type TokenUsage, type Vector } from '@assay/schema';
import { waitFor } from '../deadline/wait-for.js';

/** Vectors of texts, and what having them took. */
export interface EmbeddedTexts {
  /** In the order of the texts. */
  readonly vectors: readonly Vector[];
  /** Undefined when nothing had to be asked, or nobody tells. */
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when a request has no known price: `costUsd` is then at least, or absent. */
  readonly costIncomplete?: boolean | undefined;
  /** The part of these figures that was spent at another time: its vectors were kept. */
  readonly saved?: Spending | undefined;
  /** What a reader of the result should know. */
  readonly warnings?: readonly string[] | undefined;
}

/** An embedding model with a memory for the texts that come back: references of many trials, replies that several look at. */
export interface TextEmbeddings {
  /** Name of the target that makes the vectors. */
  readonly name: string;
  /**
   * Sends one request for the texts whose vectors are neither known nor on their way.
   * @throws UnscoredError for an empty text; ProviderError when a vector cannot be had; the signal's reason when it aborts.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<EmbeddedTexts>;
}

export interface EmbeddingsOptions {
  /** With time-outs, retries and limits around it already. */
  readonly embedder: Embedder;
  /** Most vectors that are kept; the longest unused one goes first. Default 1024. */
  readonly keep?: number | undefined;
}

const DEFAULT_KEEP = 1024;
/** Longer texts are known by their hash, so that the memory holds no large replies. */
const LONGEST_KEY = 64;

function keyOf(text: string): string {
  return text.length <= LONGEST_KEY ? `text:${text}` : createHash('sha256').update(text).digest('base64');
}

/** Vectors by text, those on their way too. */
class KnownVectors {
  readonly #most: number;
  readonly #vectors = new Map<string, Promise<Vector>>();

  constructor(most: number) {
    this.#most = most;
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

/** Half the memory of a list of numbers, and exact enough for an angle. */
function compact(vector: readonly number[] | undefined): Vector {
  return Float32Array.from(vector ?? []);
}

interface Answer {
  readonly found: ReadonlyMap<string, Vector>;
  readonly spent: Omit<EmbeddedTexts, 'vectors'>;
}

const NOTHING: Answer = { found: new Map(), spent: {} };

function sum(a: Answer['spent'], b: Answer['spent']): Answer['spent'] {
  return {
    usage: addUsage(a.usage, b.usage),
    costUsd: addCost(a.costUsd, b.costUsd),
    ...(a.costIncomplete || b.costIncomplete ? { costIncomplete: true } : {}),
    ...(a.saved || b.saved ? { saved: addSpending(a.saved, b.saved) } : {}),
    ...(a.warnings || b.warnings ? { warnings: [...(a.warnings ?? []), ...(b.warnings ?? [])] } : {}),
  };
}

/** Makes an embedding model whose vectors are shared by all who ask it. */
export function createEmbeddings({ embedder, keep = DEFAULT_KEEP }: EmbeddingsOptions): TextEmbeddings {
  const known = new KnownVectors(keep);

  async function ask(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    if (texts.length === 0) return NOTHING;
    const asked = embedder.embed(texts, options);
    const coming = texts.map((text, index) => {
      const vector = asked.then(({ vectors }) => compact(vectors[index]));
      known.keep(text, vector);
      return vector;
    });
    const [{ usage, costUsd, costIncomplete, saved, warnings }, vectors] = await Promise.all([asked, Promise.all(coming)]);
    return {
      found: new Map(texts.map((text, index) => [text, vectors[index] as Vector])),
      spent: { usage, costUsd, ...(costUsd === undefined || costIncomplete ? { costIncomplete: true } : {}), ...(saved ? { saved } : {}), ...(warnings ? { warnings } : {}) },
    };
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

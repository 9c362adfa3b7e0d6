import { addCost, addUsage, canonicalHash, errorText, isJsonObject, type Embedder, type Embeddings, type JsonValue, type Spending } from '@assay/schema';
import type { Cache } from './file-cache.js';

/** Changed when what is kept of a text means something else than before. */
const VERSION = 'vector-1';

/** The vector of one text, and its part of what the request took. */
interface Embedded extends Spending {
  readonly vector: readonly number[];
  /** True when the cost is at least: a try before the request that gave it may have cost something too. */
  readonly costIncomplete?: boolean | undefined;
}

function embeddedOf(value: JsonValue | undefined): Embedded | undefined {
  if (!isJsonObject(value) || !Array.isArray(value['vector'])) return undefined;
  return value as unknown as Embedded;
}

/** Parts of a total, one for each text by its length: whole numbers that add up to the total. */
function shares(total: number, texts: readonly string[]): readonly number[] {
  const letters = texts.reduce((sum, text) => sum + text.length, 0) || 1;
  let [seen, given] = [0, 0];
  return texts.map((text) => {
    seen += text.length;
    const own = Math.round((total * seen) / letters) - given;
    given += own;
    return own;
  });
}

/** What a request took, text by text. APIs tell it of a request only. */
function divided({ vectors, usage, costUsd, costIncomplete }: Embeddings, texts: readonly string[]): readonly Embedded[] {
  const tokens = usage && shares(usage.inputTokens, texts);
  const letters = texts.reduce((sum, text) => sum + text.length, 0) || 1;
  return texts.map((text, index) => ({
    vector: vectors[index] ?? [],
    ...(tokens ? { usage: { inputTokens: tokens[index] ?? 0, outputTokens: 0 } } : {}),
    ...(costUsd === undefined ? {} : { costUsd: (costUsd * text.length) / letters }),
    ...(costIncomplete ? { costIncomplete } : {}),
  }));
}

/** Whether a part of what is known of the cost is missing: together with what others cost it would seem to be the whole. */
function lacksPrice({ costUsd, costIncomplete }: Pick<Embeddings, 'costUsd' | 'costIncomplete'>): boolean {
  return costUsd === undefined || costIncomplete === true;
}

/** Vectors, with what others took that were asked for before and cannot be used beside kept ones. */
function withCost(embeddings: Embeddings, before: Embeddings | undefined): Embeddings {
  if (!before) return embeddings;
  const { usage, costUsd } = embeddings;
  const incomplete = lacksPrice(embeddings) || lacksPrice(before);
  return { ...embeddings, usage: addUsage(before.usage, usage), costUsd: addCost(before.costUsd, costUsd), ...(incomplete ? { costIncomplete: true } : {}) };
}

/** What vectors are kept under, or why they are not although they could be. */
interface Keys {
  readonly keys?: readonly string[] | undefined;
  readonly warning?: string | undefined;
}

async function warned(asked: Promise<Embeddings>, warning: string | undefined): Promise<Embeddings> {
  const embeddings = await asked;
  return warning === undefined ? embeddings : { ...embeddings, warnings: [...(embeddings.warnings ?? []), warning] };
}

function spentOn(kept: Iterable<Embedded>): Spending | undefined {
  let spending: Spending | undefined;
  for (const { usage, costUsd } of kept) spending = { usage: addUsage(spending?.usage, usage), costUsd: addCost(spending?.costUsd, costUsd) };
  return spending;
}

/**
 * Puts a cache before an embedder that has its time-outs, retries and limits already. Vectors are kept text by text, so that
 * it does not matter which texts are asked for together; those that are missing are asked for in one request.
 */
export function cachedEmbedder(embedder: Embedder, cache: Cache): Embedder {
  function keysOf(texts: readonly string[]): Keys {
    try {
      const identity = embedder.identity?.();
      return identity === undefined ? {} : { keys: texts.map((text) => canonicalHash([VERSION, identity, text])) };
    } catch (error) {
      return { warning: `the vectors are not kept in the cache: ${errorText(error)}` };
    }
  }

  async function find(texts: readonly string[], keys: readonly string[]): Promise<Map<string, Embedded>> {
    const found = new Map<string, Embedded>();
    for (const [index, text] of texts.entries()) {
      const kept = embeddedOf(await cache.get(keys[index] ?? ''));
      if (kept) found.set(text, kept);
    }
    return found;
  }

  return {
    ...embedder,
    async embed(texts, options) {
      const { keys, warning } = keysOf(texts);
      if (!keys || options.signal.aborted) return warned(embedder.embed(texts, options), warning);
      const kept = await find(texts, keys);
      const missing = [...new Set(texts)].filter((text) => !kept.has(text));
      const asked = missing.length === 0 ? undefined : await embedder.embed(missing, options);
      const all = new Map(kept);
      for (const [index, one] of (asked ? divided(asked, missing) : []).entries()) all.set(missing[index] ?? '', one);
      const vectors = texts.map((text) => all.get(text)?.vector ?? []);
      // Another model may answer to the same name by now, with vectors of another length.
      if (vectors.some(({ length }) => length !== vectors[0]?.length)) return withCost(await embedder.embed(texts, options), asked);
      for (const [index, text] of texts.entries()) {
        const fresh = kept.has(text) ? undefined : all.get(text);
        if (fresh) await cache.set(keys[index] ?? '', fresh as unknown as JsonValue);
      }
      const saved = spentOn(kept.values());
      return {
        vectors,
        usage: addUsage(asked?.usage, saved?.usage),
        costUsd: addCost(asked?.costUsd, saved?.costUsd),
        ...((asked && lacksPrice(asked)) || [...kept.values()].some(lacksPrice) ? { costIncomplete: true } : {}),
        ...(saved ? { saved } : {}),
        ...(asked?.warnings ? { warnings: asked.warnings } : {}),
      };
    },
  };
}

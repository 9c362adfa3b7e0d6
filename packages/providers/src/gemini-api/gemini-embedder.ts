import { isJsonObject, knownCount, type Embedder, type JsonObject, type JsonValue, type ProviderEnvironment } from '@assay/schema';
import type { GeminiAddress } from './gemini-address.js';
import type { GeminiClient } from './gemini-client.js';
import type { GeminiOptions } from './gemini-options.js';
import { badReply, type CallContext } from '../http/errors/api-error.js';
import type { ApiPlace } from '../http/request-identity.js';
import { renamedParameters, withParameters } from '../http/parameters/standard-parameters.js';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { createApiEmbedder } from '../embeddings/api-embedder.js';
import { checkedVectors } from '../embeddings/checked-vectors.js';

/** Most texts that one request of batchEmbedContents may have. */
const MOST_TEXTS = 100;

export interface GeminiEmbedderOptions {
  readonly context: CallContext;
  readonly place: ApiPlace;
  readonly options: GeminiOptions;
  readonly address: GeminiAddress;
  readonly environment: ProviderEnvironment;
  readonly replies: ReplyBounds;
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<GeminiClient>;
}

/** The target's say over a batch: its parameters belong to each text. */
export function geminiEmbeddingBody(made: JsonObject, options: GeminiOptions): Record<string, unknown> {
  const requests = Array.isArray(made['requests']) ? (made['requests'] as readonly JsonValue[]) : [];
  const finished = requests.map((request) =>
    withParameters(
      renamedParameters(isJsonObject(request) ? request : {}, options.parameter_mapping),
      options.parameters,
    ),
  );
  return { ...made, requests: finished };
}

/** Only newer models report tokens. */
function usageOf(reply: JsonObject) {
  const told = reply['usageMetadata'];
  const inputTokens = isJsonObject(told) ? knownCount(told['promptTokenCount']) : undefined;
  return inputTokens === undefined ? undefined : { inputTokens, outputTokens: 0 };
}

/** An embedding model of Google, through batchEmbedContents. */
export function createGeminiEmbedder(settings: GeminiEmbedderOptions): Embedder {
  const { context, options, address, environment } = settings;
  const requestsFor = (texts: readonly string[]): JsonObject => {
    const size = options.dimensions === undefined ? {} : { outputDimensionality: options.dimensions };
    return { requests: texts.map((text) => ({ model: address.model, content: { parts: [{ text }] }, ...size })) };
  };
  return createApiEmbedder({
    context,
    place: settings.place,
    sent: { body: geminiEmbeddingBody(requestsFor(['']), options) },
    env: environment.env,
    replies: settings.replies,
    prices: environment.prices,
    pricedAs: ['google'],
    mostTexts: MOST_TEXTS,
    connect: settings.connect,
    async send(client, texts, signal, meter) {
      const reply = await client.call('batchEmbedContents', requestsFor(texts), signal, meter);
      const { embeddings } = reply;
      if (!Array.isArray(embeddings)) throw badReply('the reply has no embeddings', context);
      const vectors = (embeddings as readonly JsonValue[]).map((embedding) => (isJsonObject(embedding) ? embedding['values'] : undefined));
      const expected = { count: texts.length, dimensions: options.dimensions };
      return { vectors: checkedVectors(vectors, expected, context), usage: usageOf(reply) };
    },
  });
}

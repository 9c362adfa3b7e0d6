import { isJsonObject, knownAmount, knownCount, type Embedder, type JsonValue, type ProviderEnvironment } from '@assay/schema';
import type { ChatOptions } from './chat-options.js';
import { badReply, reportedError, type CallContext } from '../http/errors/api-error.js';
import { unanswered } from '../http/errors/unanswered.js';
import type { JsonClient } from '../http/json-call.js';
import { jsonReply } from '../http/json-reply.js';
import type { ApiPlace } from '../http/request-identity.js';
import { renamedParameters, withParameters } from '../http/parameters/standard-parameters.js';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { createApiEmbedder, type EmbeddingReply } from '../embeddings/api-embedder.js';
import { checkedVectors, type ExpectedVectors } from '../embeddings/checked-vectors.js';
import type { EmbeddingOptions } from '../embeddings/embedding-options.js';
import { statedError } from '../replies/stated-error.js';

export interface JsonEmbedderOptions {
  readonly context: CallContext;
  readonly place: ApiPlace;
  readonly options: Pick<ChatOptions, 'parameters' | 'parameter_mapping'> & EmbeddingOptions;
  readonly environment: ProviderEnvironment;
  readonly replies: ReplyBounds;
  /** Path below the client's base URL, or a complete URL. */
  readonly path: string;
  /** The server's name for the length of the vectors. */
  readonly dimensionsName: string;
  /** Most texts of one request, where the API says. */
  readonly mostTexts?: number | undefined;
  readonly pricedAs: readonly string[];
  readonly local?: boolean | undefined;
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<JsonClient>;
}

/** Vectors in the order of the texts: servers may answer in another, and number them by `index`. */
function vectorsOf(data: readonly JsonValue[], context: CallContext): readonly unknown[] {
  const vectors: unknown[] = Array.from({ length: data.length });
  for (const [position, item] of data.entries()) {
    if (!isJsonObject(item)) throw badReply('the reply has an item that is no embedding', context);
    const index = item['index'] ?? position;
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw badReply(`the reply has an embedding with the index ${JSON.stringify(index)}`, context);
    }
    vectors[index] = item['embedding'];
  }
  return vectors;
}

function embeddingReply(json: unknown, expected: ExpectedVectors, context: CallContext): EmbeddingReply {
  if (!isJsonObject(json)) throw badReply('the reply is not a JSON object', context);
  const data = json['data'];
  if (!Array.isArray(data)) {
    const error = statedError(json);
    if (error !== undefined) throw reportedError(error, context);
    throw unanswered(json, 'the reply has no embeddings', context);
  }
  const vectors = checkedVectors(vectorsOf(data as readonly JsonValue[], context), expected, context);
  const told = isJsonObject(json['usage']) ? json['usage'] : undefined;
  const inputTokens = knownCount(told?.['prompt_tokens']);
  const model = json['model'];
  return {
    vectors,
    ...(inputTokens === undefined ? {} : { usage: { inputTokens, outputTokens: 0 } }),
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
    costUsd: knownAmount(told?.['cost']),
  };
}

/** An embedding model of a server that speaks OpenAI's format. */
export function createJsonEmbedder(settings: JsonEmbedderOptions): Embedder {
  const { context, options, environment } = settings;
  const bodyOf = (texts: readonly string[]): Record<string, unknown> => {
    const made = { model: context.model, input: texts, [settings.dimensionsName]: options.dimensions };
    return withParameters(renamedParameters(made, options.parameter_mapping), options.parameters);
  };
  return createApiEmbedder({
    context,
    place: settings.place,
    sent: { body: bodyOf([]) },
    env: environment.env,
    replies: settings.replies,
    prices: environment.prices,
    pricedAs: settings.pricedAs,
    local: settings.local,
    mostTexts: settings.mostTexts,
    connect: settings.connect,
    async send(client, texts, signal, meter) {
      const body = bodyOf(texts);
      const response = await client.post(settings.path, { body, signal, stream: false, meter });
      const dimensions = body[settings.dimensionsName];
      const expected = {
        count: texts.length,
        dimensions: typeof dimensions === 'number' ? dimensions : undefined,
      };
      return embeddingReply(jsonReply(await response.text(), context), expected, context);
    },
  });
}

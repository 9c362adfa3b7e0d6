import type { Embedder, PriceTable, TokenUsage } from '@assay/schema';
import { createConnection, type ConnectionOptions } from '../http/connection/api-connection.js';
import { apiError } from '../http/errors/api-error.js';
import { sentIdentity, type SentRequest } from '../http/request-identity.js';
import { pricingOf } from '../prices/pricing-of.js';
import { costOfReply } from '../prices/cost-of-reply.js';
import type { ReplyMeter } from '../reply-size/reply-meter.js';

/** What was read from a reply. */
export interface EmbeddingReply {
  readonly vectors: readonly (readonly number[])[];
  readonly usage?: TokenUsage | undefined;
  /** The model that the API says answered. */
  readonly model?: string | undefined;
  /** US dollars, where the API tells. */
  readonly costUsd?: number | undefined;
}

export interface ApiEmbedderOptions<TClient> extends ConnectionOptions<TClient> {
  readonly prices: PriceTable;
  /** Providers whose prices apply, the first known one counts. */
  readonly pricedAs: readonly string[];
  /** True if nobody is paid. */
  readonly local?: boolean | undefined;
  /** Most texts of one request, where the API says. */
  readonly mostTexts?: number | undefined;
  /** What is sent besides the texts. */
  readonly sent: SentRequest;
  /** Sends all texts in one request. */
  readonly send: (client: TClient, texts: readonly string[], signal: AbortSignal, meter: ReplyMeter) => Promise<EmbeddingReply>;
}

/** An embedding model behind an HTTP API. One call of `embed` is one HTTP request. */
export function createApiEmbedder<TClient>(options: ApiEmbedderOptions<TClient>): Embedder {
  const { context, prices, pricedAs, local } = options;
  const connection = createConnection(options);
  return {
    name: context.target,
    model: context.model,
    servedBy: context.servedBy,
    pricing: pricingOf({ providers: pricedAs, model: context.model, local }, prices),
    mostTexts: options.mostTexts,
    identity: () => sentIdentity(context.provider, options.place, options.sent),
    async embed(texts, { signal }) {
      if (texts.length === 0) {
        throw apiError('no text to embed', context, { kind: 'bad_request', hint: 'give at least one text' });
      }
      const { reply, rateLimits } = await connection.request({ signal }, async (client, own, meter) => ({
        reply: await options.send(client, texts, own, meter),
        rateLimits: meter.rateLimits,
      }));
      const names = { providers: pricedAs, models: [context.model, reply.model], local };
      const costUsd = reply.costUsd ?? costOfReply(reply.usage, names, prices);
      return {
        vectors: reply.vectors,
        ...(reply.usage ? { usage: reply.usage } : {}),
        ...(costUsd === undefined ? {} : { costUsd }),
        ...(rateLimits ? { rateLimits } : {}),
      };
    },
    close: () => connection.close(),
  };
}

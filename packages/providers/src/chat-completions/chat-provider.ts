import type { Provider, ProviderEnvironment } from '@assay/schema';
import type { CallContext } from '../http/errors/api-error.js';
import { createApiProvider, type ApiFormat } from '../http/api-provider.js';
import type { ApiReply } from '../http/api-reply.js';
import { withApiBatch } from '../http/batch/api-batch.js';
import type { BatchApi } from '../http/batch/batch-api.js';
import { jsonCall, type JsonClient } from '../http/json-call.js';
import type { ApiPlace } from '../http/request-identity.js';
import { costOfReply } from '../prices/cost-of-reply.js';
import { pricingOf, replyLimit } from '../prices/pricing-of.js';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { chatBody, type ChatTraits } from './chat-body.js';
import type { ChatOptions } from './chat-options.js';
import { chatReply } from './chat-reply.js';
import { assembleChat } from './chat-stream.js';

export interface ChatProviderOptions {
  readonly context: CallContext;
  readonly place: ApiPlace;
  readonly options: ChatOptions;
  readonly environment: ProviderEnvironment;
  readonly traits: ChatTraits;
  readonly replies: ReplyBounds;
  /** Path below the client's base URL, or a complete URL. */
  readonly path: string;
  readonly structuredOutput: boolean;
  /** Providers whose prices apply, the first known one counts. */
  readonly pricedAs: readonly string[];
  /** True if nobody is paid for the replies. */
  readonly local?: boolean | undefined;
  /** For servers that take batches. */
  readonly batch?: BatchApi | undefined;
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<JsonClient>;
}

/** A target that speaks OpenAI's chat completions format. */
export function createChatProvider(settings: ChatProviderOptions): Provider {
  const { context, options, traits } = settings;
  const format: ApiFormat<JsonClient> = {
    structuredOutput: options.structured_output ?? settings.structuredOutput,
    systemPrompt: options.system_prompt,
    fixedTemperature: traits.fixedSampling,
    pricing: pricingOf({ providers: settings.pricedAs, model: context.model, local: settings.local, maxTokens: replyLimit(options) }, settings.environment.prices),
    prepare: async (request) =>
      jsonCall(await chatBody(request, options, traits, context), {
        path: settings.path,
        context,
        assemble: (events, meter) => assembleChat(events, meter, context),
      }),
    reply(json): ApiReply {
      const reply = chatReply(json, context);
      const names = { providers: settings.pricedAs, models: [context.model, reply.model], local: settings.local };
      const costUsd = reply.costUsd ?? costOfReply(reply.usage, names, settings.environment.prices);
      return costUsd === undefined ? reply : { ...reply, costUsd };
    },
  };
  const connection = { context, place: settings.place, env: settings.environment.env, replies: settings.replies, connect: settings.connect };
  const provider = createApiProvider({ ...connection, format });
  if (settings.batch) return withApiBatch(provider, { ...connection, format, api: settings.batch });
  return settings.local ? { ...provider, free: true } : provider;
}

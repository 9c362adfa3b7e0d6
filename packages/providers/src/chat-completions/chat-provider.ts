import type { Provider, ProviderEnvironment, TokenUsage } from '@assay/schema';
import type { CallContext } from '../http/api-error.js';
import { createApiProvider, type ApiClient, type ApiReply } from '../http/api-provider.js';
import { costOf } from '../prices/cost-of.js';
import { chatBody, type ChatTraits } from './chat-body.js';
import type { ChatOptions } from './chat-options.js';
import { chatReply } from './chat-reply.js';
import { assembleChat } from './chat-stream.js';

export interface ChatProviderOptions {
  readonly context: CallContext;
  readonly options: ChatOptions;
  readonly environment: ProviderEnvironment;
  readonly traits: ChatTraits;
  /** Path below the client's base URL, or a complete URL. */
  readonly path: string;
  readonly structuredOutput: boolean;
  /** Providers whose prices apply, the first known one counts. */
  readonly pricedAs: readonly string[];
  /** True if nobody is paid for the replies. */
  readonly local?: boolean | undefined;
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<ApiClient>;
}

function cost(
  settings: ChatProviderOptions,
  usage: TokenUsage | undefined,
  model: string | undefined,
): number | undefined {
  if (settings.local) return 0;
  for (const provider of settings.pricedAs) {
    for (const name of [settings.context.model, model]) {
      const found = costOf(usage, provider, name, settings.environment.prices);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** A target that speaks OpenAI's chat completions format. */
export function createChatProvider(settings: ChatProviderOptions): Provider {
  const { context, options, traits } = settings;
  const provider = createApiProvider({
    context,
    env: settings.environment.env,
    connect: settings.connect,
    format: {
      path: settings.path,
      structuredOutput: options.structured_output ?? settings.structuredOutput,
      request: (request) => chatBody(request, options, traits, context),
      assemble: (events) => assembleChat(events, context),
      reply(json): ApiReply {
        const reply = chatReply(json, context);
        const costUsd = reply.costUsd ?? cost(settings, reply.usage, reply.model);
        return costUsd === undefined ? reply : { ...reply, costUsd };
      },
    },
  });
  return settings.local ? { ...provider, free: true } : provider;
}

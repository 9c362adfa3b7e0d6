import { isJsonObject, type Provider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { NO_TELEMETRY } from '../http/connection/no-telemetry.js';
import { postAsText } from '../http/post-as-text.js';
import { requireApiKey } from '../http/keys/api-key.js';
import type { CallContext } from '../http/errors/api-error.js';
import { SINGLE_TRY, type ConnectionOptions } from '../http/connection/api-connection.js';
import { createApiProvider, type ApiFormat } from '../http/api-provider.js';
import { withApiBatch } from '../http/batch/api-batch.js';
import type { ApiReply } from '../http/api-reply.js';
import { jsonCall, type JsonClient } from '../http/json-call.js';
import { checkBase, checkEndpoint, hostOf, requireModel } from '../http/connection/target-address.js';
import { withoutEnvironment } from '../http/connection/without-environment.js';
import { anthropicBatch } from './anthropic-batch.js';
import { anthropicBody, longestReply, takesNoSampling } from './anthropic-body.js';
import type { AnthropicOptions } from './anthropic-options.js';
import { anthropicReply } from './anthropic-reply.js';
import { payableUsage } from './cache-writes.js';
import { assembleMessage, isLastOfMessage } from './anthropic-stream.js';
import { costOfReply } from '../prices/cost-of-reply.js';
import { pricingOf } from '../prices/pricing-of.js';
import { replyBounds } from '../reply-size/reply-bounds.js';

const ENDPOINT = 'https://api.anthropic.com';
const BASE_URL = 'ANTHROPIC_BASE_URL';
const KEY = 'ANTHROPIC_API_KEY';
const PATH = '/v1/messages';

/** The SDK wants the host alone; people also write the version or the whole path. */
function baseUrlOf(address: string): string {
  return address.replace(/\/v1(?:\/messages)?$/u, '');
}

export function createAnthropic(target: ResolvedTarget<AnthropicOptions>, environment: ProviderEnvironment): Provider {
  const { options } = target;
  const model = requireModel(target.model, target);
  const base = { variable: BASE_URL, url: environment.env[BASE_URL] };
  const fallback = base.url?.trim() || ENDPOINT;
  const address = options.url === undefined ? checkBase(options.endpoint ?? options.base_url ?? fallback, target) : checkEndpoint(options.url, target);
  const baseUrl = baseUrlOf(address);
  const { apiKey, ...key } = requireApiKey(
    {
      target: target.name,
      provider: 'anthropic',
      written: options.api_key,
      variables: [KEY],
      options,
      own: [ENDPOINT],
      base,
      address,
    },
    environment,
  );
  const context: CallContext = {
    target: target.name,
    provider: 'anthropic',
    model,
    host: hostOf(address),
    ...key,
  };
  const format: ApiFormat<JsonClient> = {
    structuredOutput: true,
    systemPrompt: options.system_prompt,
    fixedTemperature: takesNoSampling(options, model),
    pricing: pricingOf({ providers: ['anthropic'], model, maxTokens: longestReply(options) }, environment.prices),
    prepare: async (request) =>
      jsonCall(await anthropicBody(request, options, context), {
        path: options.url === undefined ? PATH : address,
        context,
        assemble: (events, meter) => assembleMessage(events, meter, context),
        isLast: isLastOfMessage,
      }),
    reply(json, request): ApiReply {
      const reply = anthropicReply(json, context, (name) => name === request.responseFormat?.name);
      const names = { providers: ['anthropic'], models: [model, reply.model] };
      const paid = payableUsage(reply.usage, isJsonObject(json) ? json['usage'] : undefined);
      const costUsd = costOfReply(paid, names, environment.prices);
      return costUsd === undefined ? reply : { ...reply, costUsd };
    },
  };
  const connection: ConnectionOptions<JsonClient> = {
    context,
    place: { url: options.url === undefined ? `${baseUrl}${PATH}` : address, headers: options.headers },
    env: environment.env,
    replies: replyBounds(target, environment),
    async connect(pooled) {
      const { Anthropic } = await import('@anthropic-ai/sdk');
      return postAsText(pooled, (fetch) =>
        withoutEnvironment(
          () =>
            new Anthropic({
              ...SINGLE_TRY,
              baseURL: baseUrl,
              // The SDK asks for some key even when a header of the target holds it.
              apiKey: apiKey ?? 'none',
              // Proxies of this format read the key from X-Api-Key; the SDK sends it as a bearer token only.
              defaultHeaders: {
                ...NO_TELEMETRY,
                ...(apiKey === undefined ? { Authorization: null } : { 'X-Api-Key': apiKey }),
                ...options.headers,
              },
              fetch,
            }),
        ),
      );
    },
  };
  const provider = createApiProvider({ ...connection, format });
  // An address that is complete says nothing of where batches would go.
  return options.url === undefined ? withApiBatch(provider, { ...connection, format, api: anthropicBatch }) : provider;
}

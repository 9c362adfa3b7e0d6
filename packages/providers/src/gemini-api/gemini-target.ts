import type { Embedder, Provider, ProviderEnvironment, ResolvedTarget } from '@assay/schema';
import { createGeminiEmbedder, geminiEmbeddingBody } from './gemini-embedder.js';
import { geminiAddress } from './gemini-address.js';
import { geminiBody } from './gemini-body.js';
import { geminiCall } from './gemini-call.js';
import { geminiClient } from './gemini-client.js';
import type { GeminiOptions } from './gemini-options.js';
import { geminiReply } from './gemini-reply.js';
import { geminiRequest } from './gemini-request.js';
import type { CallContext } from '../http/errors/api-error.js';
import { requireApiKey } from '../http/keys/api-key.js';
import { createApiProvider } from '../http/api-provider.js';
import type { ApiReply } from '../http/api-reply.js';
import { streams } from '../http/parameters/standard-parameters.js';
import { hostOf, requireModel } from '../http/connection/target-address.js';
import { costOfReply } from '../prices/cost-of-reply.js';
import { pricingOf, replyLimit } from '../prices/pricing-of.js';
import { replyBounds } from '../reply-size/reply-bounds.js';

const ENDPOINT = 'https://generativelanguage.googleapis.com/v1beta';
const BASE_URL = 'GOOGLE_GEMINI_BASE_URL';
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] as const;

/** What generation and embedding share: who is asked, where, and with which key. */
function connectionOf(target: ResolvedTarget<GeminiOptions>, environment: ProviderEnvironment) {
  const { options } = target;
  const model = requireModel(target.model, target);
  const base = { variable: BASE_URL, url: environment.env[BASE_URL] };
  const fallback = base.url?.trim() || ENDPOINT;
  const address = geminiAddress(options, fallback, target, model);
  const { api_key: written, headers = {} } = options;
  const to = { own: [ENDPOINT], base, address: address.baseUrl };
  const { apiKey, ...key } = requireApiKey(
    { ...to, target: target.name, provider: 'google', written, variables: KEYS, options },
    environment,
  );
  const context: CallContext = {
    target: target.name,
    provider: 'google',
    model,
    host: hostOf(address.baseUrl),
    ...key,
  };
  const place = { url: address.url?.plain ?? `${address.baseUrl}/${address.model}`, headers };
  return { replies: replyBounds(target, environment), address, place, context, client: { address, apiKey, headers, context } };
}

export function createGemini(target: ResolvedTarget<GeminiOptions>, environment: ProviderEnvironment): Provider {
  const { options } = target;
  const { context, address, place, client, replies } = connectionOf(target, environment);
  return createApiProvider({
    context,
    place,
    env: environment.env,
    replies,
    format: {
      structuredOutput: true,
      systemPrompt: options.system_prompt,
      pricing: pricingOf({ providers: ['google'], model: context.model, maxTokens: replyLimit(options) }, environment.prices),
      prepare: async (request) => {
        const made = await geminiRequest(request, options, context);
        return geminiCall({
          ...made,
          sent: geminiBody(made.body, options),
          stream: address.url?.streamsOnly === true || streams(options),
          context,
        });
      },
      reply(json): ApiReply {
        const reply = geminiReply(json, context);
        const names = { providers: ['google'], models: [context.model, reply.model] };
        const costUsd = costOfReply(reply.usage, names, environment.prices);
        return costUsd === undefined ? reply : { ...reply, costUsd };
      },
    },
    connect: async (fetch) => geminiClient({ ...client, fetch, finish: (body) => geminiBody(body, options) }),
  });
}

export function createGeminiVectors(target: ResolvedTarget<GeminiOptions>, environment: ProviderEnvironment): Embedder {
  const { options } = target;
  const { context, address, place, client, replies } = connectionOf(target, environment);
  return createGeminiEmbedder({
    context,
    place,
    options,
    address,
    environment,
    replies,
    connect: async (fetch) => geminiClient({ ...client, fetch, finish: (body) => geminiEmbeddingBody(body, options) }),
  });
}

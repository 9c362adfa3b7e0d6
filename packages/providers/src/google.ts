import { defineProvider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import * as v from 'valibot';
import { createGeminiEmbedder, geminiEmbeddingBody } from './embeddings/gemini-embedder.js';
import { geminiAddress } from './gemini-api/gemini-address.js';
import { geminiBody } from './gemini-api/gemini-body.js';
import { geminiCall } from './gemini-api/gemini-call.js';
import { geminiClient } from './gemini-api/gemini-client.js';
import { geminiEntries, type GeminiOptions } from './gemini-api/gemini-options.js';
import { geminiReply } from './gemini-api/gemini-reply.js';
import { geminiRequest } from './gemini-api/gemini-request.js';
import type { CallContext } from './http/errors/api-error.js';
import { requireApiKey } from './http/keys/api-key.js';
import { createApiProvider } from './http/api-provider.js';
import type { ApiReply } from './http/api-reply.js';
import { streams } from './http/parameters/standard-parameters.js';
import { apiReach } from './http/parameters/option-entries.js';
import { hostOf, requireModel } from './http/connection/target-address.js';
import { costOfReply } from './prices/cost-of-reply.js';
import { pricingOf, replyLimit } from './prices/pricing-of.js';
import { replyBounds } from './reply-size/reply-bounds.js';

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

/** Models of Google's Gemini API. The target's complete `url`, its headers and its `parameters` have the last word. */
export const provider = defineProvider({
  name: 'google',
  aliases: ['gemini', 'google-genai'],
  description: 'Gemini models of Google, and proxies that stand in for the Gemini API.',
  options: v.object(geminiEntries),
  reach: apiReach,
  examples: [
    {
      title: 'Short replies without thinking',
      value: {
        name: 'flash',
        provider: 'google',
        model: 'gemini-2.5-flash',
        temperature: 0,
        max_tokens: 512,
        thinking_budget: 0,
      },
    },
    {
      title: 'A model that thinks, with settings of its own API',
      value: {
        name: 'pro',
        provider: 'google',
        model: 'gemini-3.1-pro-preview',
        reasoning_effort: 'high',
        parameters: { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] },
      },
    },
    {
      title: 'A proxy with a complete URL and a key of its own',
      value: {
        name: 'proxy',
        provider: 'google',
        model: 'gemini-2.5-pro',
        url: 'https://proxy.example.com/v1beta/models/gemini-2.5-pro:generateContent',
        headers: { 'x-goog-api-key': '${PROXY_KEY}' },
        parameters: { top_k: 40 },
      },
    },
    {
      title: 'An embedding model',
      value: { name: 'vectors', provider: 'google', model: 'gemini-embedding-001', dimensions: 768 },
    },
  ],
  create(target, environment) {
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
  },
  createEmbedder(target, environment) {
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
  },
});

import { defineProvider } from '@assay/schema';
import * as v from 'valibot';
import { openAiClient } from './chat-completions/openai-client.js';
import { geminiAddress } from './gemini-api/gemini-address.js';
import { geminiBody } from './gemini-api/gemini-body.js';
import { geminiEntries } from './gemini-api/gemini-options.js';
import { geminiReply } from './gemini-api/gemini-reply.js';
import { assembleGemini } from './gemini-api/gemini-stream.js';
import type { CallContext } from './http/api-error.js';
import { requireApiKey, secretsOf } from './http/api-key.js';
import { createApiProvider, type ApiReply } from './http/api-provider.js';
import { hostOf, requireModel } from './http/target-address.js';
import { costOf } from './prices/cost-of.js';

const ENDPOINT = 'https://generativelanguage.googleapis.com/v1beta';
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] as const;

/** Gemini models, through the generateContent API. */
export const provider = defineProvider({
  name: 'google',
  aliases: ['gemini', 'google-genai'],
  description: 'Gemini models of Google, and proxies that stand in for the Gemini API.',
  options: v.object(geminiEntries),
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
  ],
  create(target, environment) {
    const { options } = target;
    const model = requireModel(target.model, target);
    const fallback = environment.env['GOOGLE_GEMINI_BASE_URL']?.trim() || ENDPOINT;
    const address = geminiAddress(options, fallback, target, model);
    const source = {
      target: target.name,
      provider: 'google',
      written: options.api_key,
      variables: KEYS,
      headers: options.headers,
      url: options.url,
    };
    const apiKey = requireApiKey(source, environment);
    const context: CallContext = {
      target: target.name,
      provider: 'google',
      model,
      host: hostOf(address.baseUrl),
      keyVariable: KEYS[0],
      secrets: secretsOf(apiKey, options.headers),
    };
    return createApiProvider({
      context,
      env: environment.env,
      format: {
        path: address.plain,
        structuredOutput: true,
        request: (request) => geminiBody(request, options, address, context),
        assemble: (events) => assembleGemini(events, context),
        reply(json): ApiReply {
          const reply = geminiReply(json, context);
          const prices = environment.prices;
          const costUsd =
            costOf(reply.usage, 'google', model, prices) ?? costOf(reply.usage, 'google', reply.model, prices);
          return costUsd === undefined ? reply : { ...reply, costUsd };
        },
      },
      // Plain HTTP rather than Google's own SDK, whose errors lose the headers with the wait that a
      // server asks for, whose requests hold known fields only (so that no parameter could be set or
      // removed), and which cannot post to a complete URL. Any client of JSON and event streams will do.
      connect: (fetch) =>
        openAiClient({
          baseUrl: address.baseUrl,
          apiKey: undefined,
          headers: { ...(apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }), ...options.headers },
          fetch,
        }),
    });
  },
});

import { defineProvider } from '@assay/schema';
import { geminiOptions } from './gemini-api/gemini-options.js';
import { apiReach } from './http/parameters/option-entries.js';

/** Models of Google's Gemini API. The target's complete `url`, its headers and its `parameters` have the last word. */
export const provider = defineProvider({
  name: 'google',
  aliases: ['gemini', 'google-genai'],
  description: 'Gemini models of Google, and proxies that stand in for the Gemini API.',
  options: geminiOptions,
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
  create: async (target, environment) => (await import('./gemini-api/gemini-target.js')).createGemini(target, environment),
  createEmbedder: async (target, environment) => (await import('./gemini-api/gemini-target.js')).createGeminiVectors(target, environment),
});

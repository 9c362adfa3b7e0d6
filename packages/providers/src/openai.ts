import { defineProvider } from '@assay/schema';
import { apiReach } from './http/parameters/option-entries.js';
import { openAiOptions } from './openai-api/openai-options.js';

/** Models of OpenAI, through the chat completions API. */
export const provider = defineProvider({
  name: 'openai',
  description: 'Models of OpenAI, and proxies that stand in for its API.',
  options: openAiOptions,
  reach: apiReach,
  examples: [
    {
      title: 'Repeatable, short replies',
      value: { name: 'fast', provider: 'openai', model: 'gpt-4o-mini', temperature: 0, max_tokens: 256, seed: 7 },
    },
    {
      title: 'A reasoning model behind a proxy',
      value: {
        name: 'thinker',
        provider: 'openai',
        model: 'gpt-5-mini',
        endpoint: 'https://proxy.example.com/v1',
        reasoning_effort: 'low',
      },
    },
    {
      title: 'An embedding model with short vectors',
      value: { name: 'vectors', provider: 'openai', model: 'text-embedding-3-small', dimensions: 256 },
    },
  ],
  create: async (target, environment) => (await import('./openai-api/openai-target.js')).createOpenAi(target, environment),
  createEmbedder: async (target, environment) => (await import('./openai-api/openai-target.js')).createOpenAiEmbedder(target, environment),
});

import { defineProvider } from '@assay/schema';
import { apiReach } from './http/parameters/option-entries.js';
import { anthropicOptions } from './messages-api/anthropic-options.js';

/** Claude models, through the messages API. */
export const provider = defineProvider({
  name: 'anthropic',
  aliases: ['claude'],
  description: 'Claude models of Anthropic, and proxies that stand in for the messages API.',
  options: anthropicOptions,
  reach: apiReach,
  examples: [
    {
      title: 'Short replies',
      value: { name: 'haiku', provider: 'anthropic', model: 'claude-haiku-4-5', temperature: 0, max_tokens: 512 },
    },
    {
      title: 'Thinking before the answer',
      value: {
        name: 'thinker',
        provider: 'anthropic',
        model: 'claude-sonnet-4-6',
        thinking_budget: 2048,
        max_tokens: 8192,
      },
    },
    {
      title: 'A proxy with a complete URL and a key of its own',
      value: {
        name: 'proxy',
        provider: 'anthropic',
        model: 'claude-sonnet-4-6',
        url: 'https://proxy.example.com/v1/messages',
        headers: { 'X-API-Key': '${PROXY_KEY}' },
        parameters: { top_k: 40 },
      },
    },
  ],
  create: async (target, environment) => (await import('./messages-api/anthropic-target.js')).createAnthropic(target, environment),
});

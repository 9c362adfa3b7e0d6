import { defineChatPreset } from './chat-completions/chat-preset.js';

/** Open models hosted by Together AI. */
export const provider = defineChatPreset({
  name: 'together',
  aliases: ['togetherai'],
  description: 'Open models hosted by Together AI.',
  endpoint: 'https://api.together.xyz/v1',
  otherHosts: ['https://api.together.ai'],
  keyVariables: ['TOGETHER_API_KEY'],
  keyRequired: true,
  structuredOutput: true,
  // Together counts the most likely tokens to list.
  traits: { logprobs: 1 },
  embeddings: { dimensionsName: 'dimensions' },
  examples: [
    {
      title: 'Short replies',
      value: {
        name: 'llama',
        provider: 'together',
        model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
        max_tokens: 200,
        temperature: 0,
      },
    },
  ],
});

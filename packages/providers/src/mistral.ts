import { defineChatPreset } from './chat-completions/chat-preset.js';

/** Models of Mistral's own API. */
export const provider = defineChatPreset({
  name: 'mistral',
  description: 'Models of Mistral AI.',
  endpoint: 'https://api.mistral.ai/v1',
  keyVariables: ['MISTRAL_API_KEY'],
  keyRequired: true,
  structuredOutput: true,
  // Mistral rejects fields that it does not know, names the seed differently, and takes ids of tool calls of nine letters and digits alone.
  traits: {
    seedName: 'random_seed',
    streamUsage: false,
    logprobs: undefined,
    messages: { names: false, callIds: /^[a-z\d]{9}$/iu, document: 'document_url' },
  },
  embeddings: { dimensionsName: 'output_dimension' },
  examples: [
    {
      title: 'Repeatable replies',
      value: { name: 'mistral', provider: 'mistral', model: 'mistral-small-latest', temperature: 0, seed: 7 },
    },
  ],
});

import { defineChatPreset } from './chat-completions/chat-preset.js';

/** Any server that speaks OpenAI's chat completions format: vLLM, LM Studio, llama.cpp, proxies. */
export const provider = defineChatPreset({
  name: 'openai-compatible',
  aliases: ['openai_compatible', 'custom'],
  description: 'Any server that speaks the chat completions format of OpenAI, at the endpoint that the target names.',
  keyVariables: [],
  keyRequired: false,
  structuredOutput: false,
  embeddings: { dimensionsName: 'dimensions' },
  examples: [
    {
      title: 'A local server',
      value: {
        name: 'local',
        provider: 'openai-compatible',
        model: 'llama-3.1-8b',
        endpoint: 'http://localhost:8080/v1',
        max_tokens: 256,
      },
    },
    {
      title: 'A complete URL with its own parameter names',
      value: {
        name: 'in-house',
        provider: 'openai-compatible',
        model: 'in-house-2',
        url: 'https://models.example.com/generate',
        headers: { 'X-Team': 'evals' },
        parameter_mapping: { max_tokens: 'token_limit' },
        parameters: { stop: ['END'], top_p: null },
      },
    },
  ],
});

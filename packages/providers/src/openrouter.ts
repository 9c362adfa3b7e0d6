import { defineChatPreset } from './chat-completions/chat-preset.js';
import { samplingIsFixed } from './openai-api/reasoning-models.js';
import { samplingIsFixed as claudeSamplingIsFixed } from './messages-api/claude-models.js';

/** Models of many vendors behind OpenRouter. It reports what each reply cost. */
export const provider = defineChatPreset({
  name: 'openrouter',
  description: 'Models of many vendors through OpenRouter, which reports what each reply cost.',
  endpoint: 'https://openrouter.ai/api/v1',
  keyVariables: ['OPENROUTER_API_KEY'],
  keyRequired: true,
  structuredOutput: true,
  samplingIsFixed: (model, reasoningEffort) =>
    model.startsWith('anthropic/')
      ? claudeSamplingIsFixed(model)
      : samplingIsFixed(model.replace(/^openai\//u, ''), reasoningEffort),
  traits: { extra: { usage: { include: true } } },
  embeddings: { dimensionsName: 'dimensions' },
  examples: [
    {
      title: 'One vendor only',
      value: {
        name: 'gpt-oss',
        provider: 'openrouter',
        model: 'openai/gpt-oss-120b',
        parameters: { provider: { only: ['deepinfra'] } },
      },
    },
  ],
});

import { defineChatPreset } from './chat-completions/chat-preset.js';

/** Grok models of xAI. */
export const provider = defineChatPreset({
  name: 'xai',
  description: 'Grok models of xAI.',
  endpoint: 'https://api.x.ai/v1',
  keyVariables: ['XAI_API_KEY'],
  keyRequired: true,
  structuredOutput: true,
  examples: [
    {
      title: 'Little reasoning',
      value: { name: 'grok', provider: 'xai', model: 'grok-3-mini', reasoning_effort: 'low' },
    },
  ],
});

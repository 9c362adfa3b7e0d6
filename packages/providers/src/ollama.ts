import { defineChatPreset } from './chat-completions/chat-preset.js';

/** The server alone, and its own format below `/api`, as Ollama itself writes its addresses. */
const SERVER = /^(\s*https?:\/\/[^/?#\s]+)(?:\/api(?:\/(?:chat|generate|embed|embeddings))?)?\/*\s*$/iu;

/** Models that run on this machine under Ollama. */
export const provider = defineChatPreset({
  name: 'ollama',
  description: 'Models that Ollama runs on this machine. Needs no key and costs nothing.',
  endpoint: 'http://localhost:11434/v1',
  baseOf: (endpoint) => endpoint.replace(SERVER, '$1/v1'),
  otherHosts: ['http://127.0.0.1:11434', 'https://ollama.com'],
  keyVariables: ['OLLAMA_API_KEY'],
  keyRequired: false,
  structuredOutput: true,
  local: true,
  embeddings: { dimensionsName: 'dimensions' },
  examples: [
    {
      title: 'Another machine',
      value: {
        name: 'local',
        provider: 'ollama',
        model: 'llama3.1',
        endpoint: 'http://gpu.local:11434/v1',
        temperature: 0,
      },
    },
  ],
});

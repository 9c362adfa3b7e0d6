import type { ProviderResponse } from '../../domain/response.js';

/**
 * A complete reply. When `text` is given without `messages`, the one message says that text;
 * when `toolCalls` is given without `messages`, that message makes those calls.
 */
export function sampleResponse(overrides: Partial<ProviderResponse> = {}): ProviderResponse {
  const text = overrides.text ?? 'The capital of France is Paris.';
  const toolCalls = overrides.toolCalls ?? [];
  return {
    text,
    messages: [{ role: 'assistant', content: text, ...(toolCalls.length === 0 ? {} : { toolCalls }) }],
    toolCalls,
    usage: { inputTokens: 14, outputTokens: 8 },
    costUsd: 0.000_12,
    latencyMs: 420,
    model: 'mock-1',
    finishReason: 'stop',
    ...overrides,
  };
}

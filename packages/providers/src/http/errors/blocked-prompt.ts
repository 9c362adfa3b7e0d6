import { ProviderError } from '@assay/schema';
import type { ApiReply } from '../api-reply.js';

/** What Azure, and those that stand in for it, say of a prompt that their filter stops. */
const CODES = /\b(content_filter|ResponsibleAIPolicyViolation|content_policy_violation)\b/u;

/**
 * The reply that a blocked prompt is: some APIs answer for the model with an error. Asking again
 * changes nothing, and it is an outcome like a refusal. Undefined for all other failures.
 */
export function blockedPrompt(error: unknown, model: string): ApiReply | undefined {
  if (!(error instanceof ProviderError) || error.kind !== 'bad_request' || error.status !== 400) return undefined;
  const code = CODES.exec(error.message)?.[1];
  if (code === undefined) return undefined;
  return {
    text: '',
    messages: [{ role: 'assistant', content: '' }],
    toolCalls: [],
    model,
    finishReason: 'filter',
    warnings: [`the prompt was blocked (${code})`],
  };
}

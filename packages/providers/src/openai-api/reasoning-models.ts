const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d))/u;
const CHAT_VARIANT = /-chat\b/u;

/** Reasoning models of OpenAI take the token limit under its newer name only. */
export function limitNameOf(model: string): 'max_tokens' | 'max_completion_tokens' {
  return REASONING.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

/** Reasoning models of OpenAI reject temperature and top_p, unless they are told not to reason. */
export function samplingIsFixed(model: string, reasoningEffort: string | undefined): boolean {
  return REASONING.test(model) && !CHAT_VARIANT.test(model) && reasoningEffort !== 'none';
}

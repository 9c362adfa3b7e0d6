import type { ModelPrice, PriceTable } from '@assay/schema';

/** Prices of the exact name and of its dated snapshots (`gpt-4o`, `gpt-4o-2024-11-20`). */
function snapshots(name: string, price: ModelPrice): Record<string, ModelPrice> {
  return { [name]: price, [`${name}-20*`]: price };
}

function price(input: number, output: number, cachedInput?: number): ModelPrice {
  return cachedInput === undefined ? { input, output } : { input, output, cachedInput };
}

/** Embedding models are paid for what they read. */
function embedding(input: number): ModelPrice {
  return { input, output: 0 };
}

/**
 * List prices in US dollars for a million tokens: standard service, prompts of usual length (long
 * ones can cost more). Keys with `*` end where a model's family ends, so that a new model has no
 * price rather than its predecessor's. Projects with other prices pass a table of their own.
 */
export const DEFAULT_PRICES: PriceTable = {
  date: '2026-10-16',
  prices: {
    ...snapshots('openai:gpt-6-astra', price(10, 50, 1)),
    ...snapshots('openai:gpt-6-sol', price(2, 10, 0.2)),
    ...snapshots('openai:gpt-6-luna', price(0.1, 0.5, 0.01)),
    ...snapshots('openai:gpt-5.6-sol', price(5, 30, 0.5)),
    ...snapshots('openai:gpt-5.6-terra', price(2, 12, 0.2)),
    ...snapshots('openai:gpt-5.6-luna', price(0.2, 1.2, 0.02)),
    ...snapshots('openai:gpt-5.5', price(5, 30, 0.5)),
    ...snapshots('openai:gpt-5.4', price(2.5, 15, 0.25)),
    ...snapshots('openai:gpt-5.4-mini', price(0.75, 4.5, 0.075)),
    ...snapshots('openai:gpt-5.4-nano', price(0.2, 1.25, 0.02)),
    ...snapshots('openai:gpt-5.2', price(1.75, 14, 0.175)),
    ...snapshots('openai:gpt-5.1', price(1.25, 10, 0.125)),
    ...snapshots('openai:gpt-5', price(1.25, 10, 0.125)),
    ...snapshots('openai:gpt-5-mini', price(0.25, 2, 0.025)),
    ...snapshots('openai:gpt-5-nano', price(0.05, 0.4, 0.005)),
    ...snapshots('openai:gpt-4.1', price(2, 8, 0.5)),
    ...snapshots('openai:gpt-4.1-mini', price(0.4, 1.6, 0.1)),
    ...snapshots('openai:gpt-4.1-nano', price(0.1, 0.4, 0.025)),
    ...snapshots('openai:gpt-4o', price(2.5, 10, 1.25)),
    ...snapshots('openai:gpt-4o-mini', price(0.15, 0.6, 0.075)),
    ...snapshots('openai:gpt-4-turbo', price(10, 30)),
    'openai:gpt-4': price(30, 60),
    'openai:gpt-4-0613': price(30, 60),
    'openai:gpt-3.5-turbo': price(0.5, 1.5),
    'openai:gpt-3.5-turbo-0125': price(0.5, 1.5),
    ...snapshots('openai:o4-mini', price(1.1, 4.4, 0.275)),
    ...snapshots('openai:o3', price(2, 8, 0.5)),
    ...snapshots('openai:o3-mini', price(1.1, 4.4, 0.55)),
    ...snapshots('openai:o1', price(15, 60, 7.5)),

    'openai:text-embedding-3-small': embedding(0.02),
    'openai:text-embedding-3-large': embedding(0.13),
    'openai:text-embedding-ada-002': embedding(0.1),

    ...snapshots('anthropic:claude-fable-5-1', price(10, 50, 0.25)),
    ...snapshots('anthropic:claude-fable-5', price(10, 50, 1)),
    ...snapshots('anthropic:claude-opus-5-5', price(4, 20, 0.2)),
    ...snapshots('anthropic:claude-opus-5', price(5, 25, 0.5)),
    ...snapshots('anthropic:claude-opus-4-8', price(5, 25, 0.5)),
    ...snapshots('anthropic:claude-opus-4-7', price(5, 25, 0.5)),
    ...snapshots('anthropic:claude-opus-4-6', price(5, 25, 0.5)),
    ...snapshots('anthropic:claude-opus-4-5', price(5, 25, 0.5)),
    ...snapshots('anthropic:claude-opus-4-1', price(15, 75, 1.5)),
    ...snapshots('anthropic:claude-opus-4', price(15, 75, 1.5)),
    ...snapshots('anthropic:claude-sonnet-5-5', price(2, 10, 0.1)),
    ...snapshots('anthropic:claude-sonnet-5', price(2, 10, 0.2)),
    ...snapshots('anthropic:claude-sonnet-4-6', price(3, 15, 0.3)),
    ...snapshots('anthropic:claude-sonnet-4-5', price(3, 15, 0.3)),
    ...snapshots('anthropic:claude-sonnet-4', price(3, 15, 0.3)),
    ...snapshots('anthropic:claude-haiku-5-5', price(0.1, 0.5, 0.01)),
    ...snapshots('anthropic:claude-haiku-4-5', price(1, 5, 0.1)),
    'anthropic:claude-3-7-sonnet*': price(3, 15, 0.3),
    'anthropic:claude-3-5-sonnet*': price(3, 15, 0.3),
    'anthropic:claude-3-5-haiku*': price(0.8, 4, 0.08),
    'anthropic:claude-3-opus*': price(15, 75, 1.5),
    'anthropic:claude-3-haiku*': price(0.25, 1.25, 0.03),

    // Twice as much from 2027 on.
    'google:gemini-3.8-flash': price(0.75, 3.75, 0.075),
    'google:gemini-3.5-flash': price(1.5, 9, 0.15),
    'google:gemini-3.5-flash-lite*': price(0.3, 2.5),
    'google:gemini-3.1-pro*': price(2, 12, 0.2),
    'google:gemini-3.1-flash-lite*': price(0.25, 1.5, 0.025),
    'google:gemini-3-pro*': price(2, 12, 0.2),
    'google:gemini-3-flash*': price(0.5, 3, 0.05),
    'google:gemini-2.5-pro*': price(1.25, 10, 0.125),
    'google:gemini-2.5-flash': price(0.3, 2.5, 0.03),
    'google:gemini-2.5-flash-preview*': price(0.3, 2.5, 0.03),
    'google:gemini-2.5-flash-lite*': price(0.1, 0.4, 0.01),
    'google:gemini-2.0-flash': price(0.1, 0.4, 0.025),
    'google:gemini-2.0-flash-0*': price(0.1, 0.4, 0.025),
    'google:gemini-2.0-flash-lite*': price(0.075, 0.3),

    'google:gemini-embedding-001': embedding(0.15),
    // For text.
    'google:gemini-embedding-2*': embedding(0.2),

    'mistral:mistral-large-latest': price(0.5, 1.5),
    'mistral:mistral-large-2512': price(0.5, 1.5),
    'mistral:mistral-large-2411': price(2, 6),
    'mistral:mistral-medium-latest': price(0.4, 2),
    'mistral:mistral-medium-25*': price(0.4, 2),
    'mistral:mistral-small-latest': price(0.1, 0.3),
    'mistral:mistral-small-25*': price(0.1, 0.3),
    'mistral:codestral-latest': price(0.3, 0.9),
    'mistral:codestral-25*': price(0.3, 0.9),
    'mistral:mistral-embed*': embedding(0.1),
    'mistral:codestral-embed*': embedding(0.15),

    'xai:grok-4.6': price(2, 6, 0.5),
    'xai:grok-4.5': price(2, 6, 0.5),
    'xai:grok-4': price(3, 15, 0.75),
    'xai:grok-4-0709': price(3, 15, 0.75),
    'xai:grok-4-fast*': price(0.2, 0.5, 0.05),
    'xai:grok-code-fast-1*': price(0.2, 1.5, 0.02),
    'xai:grok-3': price(3, 15, 0.75),
    'xai:grok-3-mini': price(0.3, 0.5, 0.075),

    'together:meta-llama/Llama-3.3-70B-Instruct-Turbo': price(0.88, 0.88),
    'together:meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo': price(0.18, 0.18),
    'together:meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo': price(3.5, 3.5),
    'together:intfloat/multilingual-e5-large-instruct': embedding(0.02),
    'together:BAAI/bge-base-en-v1.5': embedding(0.01),
    'together:BAAI/bge-large-en-v1.5': embedding(0.02),
  },
};

import { ConfigError, type DefinitionExample, type Embedder, type Provider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { embeddingAddress } from '../embeddings/embedding-address.js';
import type { EmbeddingOptions } from '../embeddings/embedding-options.js';
import { createJsonEmbedder } from './json-embedder.js';
import { requireModel } from '../http/connection/target-address.js';
import { findApiKey, requireApiKey } from '../http/keys/api-key.js';
import { addressedTarget } from './addressed-target.js';
import { chatAddress } from './chat-address.js';
import { USUAL_MESSAGES } from './chat-messages.js';
import type { ChatTraits } from './chat-body.js';
import type { ChatOptions } from './chat-options.js';
import { createChatProvider } from './chat-provider.js';
import { openAiClient } from './openai-client.js';

/** What sets one server of the chat completions format apart from the others. */
export interface ChatPreset {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly description: string;
  readonly examples: readonly DefinitionExample[];
  /** Base URL; without one a target must name its endpoint. */
  readonly endpoint?: string | undefined;
  /** What an endpoint stands for that people write of a server that has this format beside one of its own. */
  readonly baseOf?: ((endpoint: string) => string) | undefined;
  /** More addresses of the same service, where keys of the environment may go too. */
  readonly otherHosts?: readonly string[] | undefined;
  /** Environment variables that may hold the key, the usual one first. */
  readonly keyVariables: readonly string[];
  /** True if the server answers nobody without a key. */
  readonly keyRequired: boolean;
  /** True if the API enforces JSON Schemas. Targets may say otherwise. */
  readonly structuredOutput: boolean;
  /** True if nobody is paid for the replies. */
  readonly local?: boolean | undefined;
  readonly traits?: Partial<ChatTraits> | undefined;
  /** True for models of the server that refuse a temperature. Default: none. */
  readonly samplingIsFixed?: ((model: string, reasoningEffort: string | undefined) => boolean) | undefined;
  /** What the server calls the length of vectors. Absent when it has no embedding models. */
  readonly embeddings?: { readonly dimensionsName: string } | undefined;
}

const USUAL_TRAITS: ChatTraits = {
  limitName: 'max_tokens',
  seedName: 'seed',
  streamUsage: true,
  fixedSampling: false,
  logprobs: true,
  messages: USUAL_MESSAGES,
};

export type PresetTarget = ResolvedTarget<ChatOptions & EmbeddingOptions>;

/** The options with the base that an address in the server's own format stands for, also where it is written as a complete one. */
function addressedOptions(options: ChatOptions, { baseOf }: ChatPreset): ChatOptions {
  const written = options.url ?? options.endpoint ?? options.base_url;
  if (!baseOf || written === undefined) return options;
  const base = baseOf(written);
  return options.url !== undefined && base === written ? options : { ...options, url: undefined, endpoint: base };
}

/** What generation and embedding share: who is asked, where, and with which key. */
function connectionOf<TAddress extends { readonly baseUrl: string; readonly path: string }>(
  preset: ChatPreset,
  target: PresetTarget,
  environment: ProviderEnvironment,
  addressOf: (options: ChatOptions, fallback: string | undefined, target: PresetTarget) => TAddress | undefined,
) {
  const { options } = target;
  const model = requireModel(target.model, target);
  const address = addressOf(addressedOptions(options, preset), preset.endpoint, target);
  if (!address) {
    throw new ConfigError(`target "${target.name}" has no endpoint`, {
      hint: 'add endpoint: with the base URL of the API, e.g. http://localhost:8080/v1',
    });
  }
  const source = {
    target: target.name,
    provider: preset.name,
    written: options.api_key,
    variables: preset.keyVariables,
    options,
    own: [...(preset.endpoint === undefined ? [] : [preset.endpoint]), ...(preset.otherHosts ?? [])],
    address: address.baseUrl,
  };
  const { apiKey, ...key } = preset.keyRequired ? requireApiKey(source, environment) : findApiKey(source, environment);
  return {
    ...addressedTarget({ target, provider: preset.name, model, address, key, environment }),
    pricedAs: [preset.name],
    local: preset.local,
    connect: (fetch: typeof globalThis.fetch) =>
      openAiClient({ baseUrl: address.baseUrl, apiKey, headers: options.headers ?? {}, fetch }),
  };
}

/** A target of a server with this preset. */
export function createPreset(preset: ChatPreset, target: PresetTarget, environment: ProviderEnvironment): Provider {
  const connection = connectionOf(preset, target, environment, chatAddress);
  const fixed = preset.samplingIsFixed?.(connection.context.model, target.options.reasoning_effort) ?? false;
  return createChatProvider({
    ...connection,
    traits: { ...USUAL_TRAITS, fixedSampling: fixed, ...preset.traits },
    structuredOutput: preset.structuredOutput,
  });
}

/** The same for one that turns texts into vectors. */
export function createPresetEmbedder(preset: ChatPreset, dimensionsName: string, target: PresetTarget, environment: ProviderEnvironment): Embedder {
  return createJsonEmbedder({ ...connectionOf(preset, target, environment, embeddingAddress), dimensionsName });
}

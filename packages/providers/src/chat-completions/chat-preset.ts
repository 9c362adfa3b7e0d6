import { ConfigError, defineProvider, type DefinitionExample, type ProviderDefinition } from '@assay/schema';
import * as v from 'valibot';
import { findApiKey, requireApiKey, secretsOf } from '../http/api-key.js';
import { hostOf, requireModel } from '../http/target-address.js';
import { chatAddress } from './chat-address.js';
import type { ChatTraits } from './chat-body.js';
import { chatEntries } from './chat-options.js';
import { createChatProvider } from './chat-provider.js';
import { openAiClient } from './openai-client.js';

const chatOptions = v.object(chatEntries);

/** What sets one server of the chat completions format apart from the others. */
export interface ChatPreset {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly description: string;
  readonly examples: readonly DefinitionExample[];
  /** Base URL; without one a target must name its endpoint. */
  readonly endpoint?: string | undefined;
  /** Environment variables that may hold the key, the usual one first. */
  readonly keyVariables: readonly string[];
  /** True if the server answers nobody without a key. */
  readonly keyRequired: boolean;
  /** True if the API enforces JSON Schemas. Targets may say otherwise. */
  readonly structuredOutput: boolean;
  /** True if nobody is paid for the replies. */
  readonly local?: boolean | undefined;
  readonly traits?: Partial<ChatTraits> | undefined;
}

const USUAL_TRAITS: ChatTraits = { limitName: 'max_tokens', seedName: 'seed', streamUsage: true, fixedSampling: false };

/** Declares a provider for a server that speaks the chat completions format. */
export function defineChatPreset(preset: ChatPreset): ProviderDefinition<typeof chatOptions> {
  return defineProvider({
    name: preset.name,
    aliases: preset.aliases,
    description: preset.description,
    options: chatOptions,
    examples: preset.examples,
    create(target, environment) {
      const { options } = target;
      const model = requireModel(target.model, target);
      const address = chatAddress(options, preset.endpoint, target);
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
        headers: options.headers,
        url: options.url,
      };
      const apiKey = preset.keyRequired ? requireApiKey(source, environment) : findApiKey(source, environment);
      return createChatProvider({
        context: {
          target: target.name,
          provider: preset.name,
          model,
          host: hostOf(address.baseUrl),
          keyVariable: preset.keyVariables[0],
          secrets: secretsOf(apiKey, options.headers),
        },
        options,
        environment,
        traits: { ...USUAL_TRAITS, ...preset.traits },
        path: address.path,
        structuredOutput: preset.structuredOutput,
        pricedAs: [preset.name],
        local: preset.local,
        connect: (fetch) => openAiClient({ baseUrl: address.baseUrl, apiKey, headers: options.headers ?? {}, fetch }),
      });
    },
  });
}

import { defineProvider, type ProviderDefinition } from '@assay/schema';
import * as v from 'valibot';
import { embeddingEntries } from '../embeddings/embedding-options.js';
import { apiReach } from '../http/parameters/option-entries.js';
import { chatEntries } from './chat-options.js';
import type { ChatPreset } from './preset-target.js';

const chatOptions = v.object(chatEntries);
const chatAndEmbeddingOptions = v.object({ ...chatEntries, ...embeddingEntries });

/** Declares a provider for a server that speaks the chat completions format. */
export function defineChatPreset(
  preset: ChatPreset,
): ProviderDefinition<typeof chatOptions> | ProviderDefinition<typeof chatAndEmbeddingOptions> {
  const { name, aliases, description, examples, embeddings } = preset;
  const create: ProviderDefinition<typeof chatOptions>['create'] = async (target, environment) =>
    (await import('./preset-target.js')).createPreset(preset, target, environment);
  const common = { name, aliases, description, examples, create, reach: apiReach };
  if (embeddings === undefined) return defineProvider({ ...common, options: chatOptions });
  return defineProvider({
    ...common,
    options: chatAndEmbeddingOptions,
    createEmbedder: async (target, environment) =>
      (await import('./preset-target.js')).createPresetEmbedder(preset, embeddings.dimensionsName, target, environment),
  });
}

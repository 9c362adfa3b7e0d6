import * as v from 'valibot';
import { chatEntries } from '../chat-completions/chat-options.js';
import { embeddingEntries } from '../embeddings/embedding-options.js';
import { described } from '../http/parameters/option-entries.js';

export const DEFAULT_VERSION = '2024-10-21';

export const azureOptions = v.object({
  ...chatEntries,
  ...embeddingEntries,
  version: described(v.string(), `Version of the API. Default: OPENAI_API_VERSION, else ${DEFAULT_VERSION}.`),
});

export type AzureOptions = v.InferOutput<typeof azureOptions>;

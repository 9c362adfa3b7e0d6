import type { Embedder, Provider, ProviderEnvironment, ResolvedTarget } from '@assay/schema';
import { addressedTarget } from '../chat-completions/addressed-target.js';
import { chatAddress } from '../chat-completions/chat-address.js';
import { createChatProvider } from '../chat-completions/chat-provider.js';
import { openAiClient } from '../chat-completions/openai-client.js';
import { embeddingAddress } from '../embeddings/embedding-address.js';
import { createJsonEmbedder } from '../chat-completions/json-embedder.js';
import { requireModel } from '../http/connection/target-address.js';
import { maySend, requireApiKey } from '../http/keys/api-key.js';
import { MOST_TEXTS } from './most-texts.js';
import { openAiBatch } from './openai-batch.js';
import type { OpenAiOptions } from './openai-options.js';
import { openAiTraits } from './openai-traits.js';

const ENDPOINT = 'https://api.openai.com/v1';
/** Where keys of the environment go, those for data that stays in a region too. */
const OWN_HOSTS = [ENDPOINT, 'https://eu.api.openai.com', 'https://us.api.openai.com'];
const BASE_URL = 'OPENAI_BASE_URL';
const KEY = 'OPENAI_API_KEY';
const ORGANIZATION = 'OPENAI_ORG_ID';

/** What generation and embedding share: who is asked, where, and with which key. */
function connectionOf(
  target: ResolvedTarget<OpenAiOptions>,
  environment: ProviderEnvironment,
  addressOf: typeof chatAddress | typeof embeddingAddress,
) {
  const model = requireModel(target.model, target);
  const { env } = environment;
  const base = { variable: BASE_URL, url: env[BASE_URL] };
  const fallback = base.url?.trim() || ENDPOINT;
  const address = addressOf(target.options, fallback, target) ?? { baseUrl: ENDPOINT, path: '' };
  const { options } = target;
  const hosts = { own: OWN_HOSTS, base, address: address.baseUrl };
  const { apiKey, ...key } = requireApiKey(
    { ...hosts, target: target.name, provider: 'openai', written: options.api_key, variables: [KEY], options },
    environment,
  );
  // It says whose account it is, and goes where the key may.
  const usualOrganization = maySend(ORGANIZATION, hosts, environment) ? env[ORGANIZATION] : undefined;
  return {
    ...addressedTarget({ target, provider: 'openai', model, address, key, environment }),
    pricedAs: ['openai'],
    connect: (fetch: typeof globalThis.fetch) =>
      openAiClient({
        baseUrl: address.baseUrl,
        apiKey,
        organization: options.organization ?? usualOrganization,
        headers: options.headers ?? {},
        fetch,
      }),
  };
}

export function createOpenAi(target: ResolvedTarget<OpenAiOptions>, environment: ProviderEnvironment): Provider {
  const connection = connectionOf(target, environment, chatAddress);
  return createChatProvider({
    ...connection,
    traits: openAiTraits(connection.context.model, target.options.reasoning_effort),
    structuredOutput: target.options.format !== 'completions',
    // An address that is complete says nothing of where batches would go.
    batch: connection.path.startsWith('/') ? openAiBatch(`/v1${connection.path}` as '/v1/chat/completions' | '/v1/completions') : undefined,
  });
}

export function createOpenAiEmbedder(target: ResolvedTarget<OpenAiOptions>, environment: ProviderEnvironment): Embedder {
  return createJsonEmbedder({
    ...connectionOf(target, environment, embeddingAddress),
    dimensionsName: 'dimensions',
    mostTexts: MOST_TEXTS,
  });
}

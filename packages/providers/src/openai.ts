import { defineProvider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import * as v from 'valibot';
import { chatAddress, completeUrl } from './chat-completions/chat-address.js';
import { chatEntries } from './chat-completions/chat-options.js';
import { createChatProvider } from './chat-completions/chat-provider.js';
import { openAiBatch } from './chat-completions/openai-batch.js';
import { openAiClient } from './chat-completions/openai-client.js';
import { limitNameOf, samplingIsFixed } from './chat-completions/reasoning-models.js';
import { embeddingAddress } from './embeddings/embedding-address.js';
import { embeddingEntries } from './embeddings/embedding-options.js';
import { createJsonEmbedder } from './embeddings/json-embedder.js';
import { maySend, requireApiKey } from './http/keys/api-key.js';
import { apiReach, described } from './http/parameters/option-entries.js';
import { hostOf, requireModel } from './http/connection/target-address.js';
import { replyBounds } from './reply-size/reply-bounds.js';

const ENDPOINT = 'https://api.openai.com/v1';
/** Where keys of the environment go, those for data that stays in a region too. */
const OWN_HOSTS = [ENDPOINT, 'https://eu.api.openai.com', 'https://us.api.openai.com'];
const BASE_URL = 'OPENAI_BASE_URL';
const KEY = 'OPENAI_API_KEY';
const ORGANIZATION = 'OPENAI_ORG_ID';

const options = v.object({
  ...chatEntries,
  ...embeddingEntries,
  organization: described(v.string(), 'Organization that the requests are counted for. Default: OPENAI_ORG_ID.'),
});

type OpenAiTarget = ResolvedTarget<v.InferOutput<typeof options>>;

/** What generation and embedding share: who is asked, where, and with which key. */
function connectionOf(
  target: OpenAiTarget,
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
    context: {
      target: target.name,
      provider: 'openai',
      model,
      host: hostOf(address.baseUrl),
      ...key,
    },
    place: { url: completeUrl(address), headers: options.headers },
    options,
    environment,
    replies: replyBounds(target, environment),
    path: address.path,
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

/** Models of OpenAI, through the chat completions API. */
export const provider = defineProvider({
  name: 'openai',
  description: 'Models of OpenAI, and proxies that stand in for its API.',
  options,
  reach: apiReach,
  examples: [
    {
      title: 'Repeatable, short replies',
      value: { name: 'fast', provider: 'openai', model: 'gpt-4o-mini', temperature: 0, max_tokens: 256, seed: 7 },
    },
    {
      title: 'A reasoning model behind a proxy',
      value: {
        name: 'thinker',
        provider: 'openai',
        model: 'gpt-5-mini',
        endpoint: 'https://proxy.example.com/v1',
        reasoning_effort: 'low',
      },
    },
    {
      title: 'An embedding model with short vectors',
      value: { name: 'vectors', provider: 'openai', model: 'text-embedding-3-small', dimensions: 256 },
    },
  ],
  create(target, environment) {
    const connection = connectionOf(target, environment, chatAddress);
    const { model } = connection.context;
    return createChatProvider({
      ...connection,
      traits: {
        limitName: limitNameOf(model),
        seedName: 'seed',
        streamUsage: true,
        fixedSampling: samplingIsFixed(model, target.options.reasoning_effort),
        logprobs: true,
      },
      structuredOutput: target.options.format !== 'completions',
      // An address that is complete says nothing of where batches would go.
      batch: connection.path.startsWith('/') ? openAiBatch(`/v1${connection.path}` as '/v1/chat/completions' | '/v1/completions') : undefined,
    });
  },
  createEmbedder: (target, environment) =>
    createJsonEmbedder({
      ...connectionOf(target, environment, embeddingAddress),
      dimensionsName: 'dimensions',
    }),
});

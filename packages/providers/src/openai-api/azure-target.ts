import type { Embedder, Provider, ProviderEnvironment, ResolvedTarget } from '@assay/schema';
import { createChatProvider } from '../chat-completions/chat-provider.js';
import { openAiClient } from '../chat-completions/openai-client.js';
import { createJsonEmbedder } from '../chat-completions/json-embedder.js';
import { SINGLE_TRY } from '../http/connection/api-connection.js';
import { hostOf, requireModel } from '../http/connection/target-address.js';
import { withoutEnvironment } from '../http/connection/without-environment.js';
import type { JsonClient } from '../http/json-call.js';
import { requireApiKey } from '../http/keys/api-key.js';
import { postAsText } from '../http/post-as-text.js';
import { replyBounds } from '../reply-size/reply-bounds.js';
import { azureAddress, ENDPOINT, endpointUrl } from './azure-address.js';
import type { AzureOptions } from './azure-options.js';
import { MOST_TEXTS } from './most-texts.js';
import { openAiTraits } from './openai-traits.js';

const KEY = 'AZURE_OPENAI_API_KEY';
/** The API without versions and deployments in its paths. */
const UNVERSIONED = /\/openai\/v1(?=\/|$|\?)/u;

interface Deployment {
  readonly endpoint: string;
  readonly apiKey: string | undefined;
  readonly version: string;
  readonly deployment: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function connect(to: Deployment, fetch: typeof globalThis.fetch): Promise<JsonClient> {
  if (UNVERSIONED.test(to.endpoint)) {
    const key = to.apiKey === undefined ? {} : { 'api-key': to.apiKey };
    return openAiClient({ baseUrl: to.endpoint, apiKey: undefined, headers: { ...key, ...to.headers }, fetch });
  }
  const { AzureOpenAI } = await import('openai');
  const client = postAsText(fetch, (exchange) =>
    withoutEnvironment(
      () =>
        new AzureOpenAI({
          ...SINGLE_TRY,
          baseURL: /\/openai(?:\/|$)/u.test(to.endpoint) ? to.endpoint : `${to.endpoint}/openai`,
          apiKey: to.apiKey ?? 'none',
          apiVersion: to.version,
          organization: null,
          project: null,
          defaultHeaders: { ...(to.apiKey === undefined ? { 'api-key': null } : {}), ...to.headers },
          fetch: exchange,
        }),
    ),
  );
  // By itself the SDK puts the deployment into the path only when it is handed the body as an object.
  const inDeployment = (path: string): string => (path.startsWith('/') ? `/deployments/${to.deployment}${path}` : path);
  return { ...client, post: (path, options) => client.post(inDeployment(path), options) };
}

/** What generation and embedding share: the deployment, where it is, and the key. */
function connectionOf(target: ResolvedTarget<AzureOptions>, environment: ProviderEnvironment, method: string) {
  const { env } = environment;
  const { options } = target;
  const { headers = {} } = options;
  const model = requireModel(target.model, target);
  const { endpoint, place, path, version, deployment = model } = azureAddress(options, env, method, target);
  const named = env[ENDPOINT]?.trim();
  const { apiKey, ...key } = requireApiKey(
    {
      target: target.name,
      provider: 'azure',
      written: options.api_key,
      variables: [KEY],
      options,
      own: [],
      needsKey: (host) => host.endsWith('.azure.com'),
      base: { variable: ENDPOINT, url: named && endpointUrl(named) },
      address: endpoint,
    },
    environment,
  );
  return {
    context: {
      target: target.name,
      provider: 'azure',
      model,
      host: hostOf(endpoint),
      ...key,
    },
    place: { url: place, version, headers },
    options,
    environment,
    replies: replyBounds(target, environment),
    path,
    pricedAs: ['azure', 'openai'],
    connect: (fetch: typeof globalThis.fetch) =>
      connect({ endpoint, apiKey, version, deployment, headers }, fetch),
  };
}

export function createAzure(target: ResolvedTarget<AzureOptions>, environment: ProviderEnvironment): Provider {
  const completions = target.options.format === 'completions';
  const connection = connectionOf(target, environment, completions ? '/completions' : '/chat/completions');
  return createChatProvider({
    ...connection,
    traits: openAiTraits(connection.context.model, target.options.reasoning_effort),
    structuredOutput: !completions,
  });
}

export function createAzureEmbedder(target: ResolvedTarget<AzureOptions>, environment: ProviderEnvironment): Embedder {
  return createJsonEmbedder({ ...connectionOf(target, environment, '/embeddings'), dimensionsName: 'dimensions', mostTexts: MOST_TEXTS });
}

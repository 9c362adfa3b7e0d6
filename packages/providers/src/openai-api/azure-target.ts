import { ConfigError, type Embedder, type Provider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { createChatProvider } from '../chat-completions/chat-provider.js';
import { openAiClient } from '../chat-completions/openai-client.js';
import { createJsonEmbedder } from '../chat-completions/json-embedder.js';
import { SINGLE_TRY } from '../http/connection/api-connection.js';
import { checkEndpoint, hostOf, requireModel } from '../http/connection/target-address.js';
import { withoutEnvironment } from '../http/connection/without-environment.js';
import type { JsonClient } from '../http/json-call.js';
import { requireApiKey } from '../http/keys/api-key.js';
import { postAsText } from '../http/post-as-text.js';
import { replyBounds } from '../reply-size/reply-bounds.js';
import { DEFAULT_VERSION, type AzureOptions } from './azure-options.js';
import { MOST_TEXTS } from './most-texts.js';
import { openAiTraits } from './openai-traits.js';

const KEY = 'AZURE_OPENAI_API_KEY';
const ENDPOINT = 'AZURE_OPENAI_ENDPOINT';
/** The API without versions and deployments in its paths. */
const UNVERSIONED = /\/openai\/v1$/u;

/** A resource is known by its URL or by its bare name. */
function endpointUrl(written: string): string {
  return /^[a-z\d-]+$/iu.test(written.trim()) ? `https://${written.trim()}.openai.azure.com` : written;
}

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
function connectionOf(target: ResolvedTarget<AzureOptions>, environment: ProviderEnvironment, path: string) {
  const { env } = environment;
  const { options } = target;
  const { headers = {}, url, version } = options;
  const deployment = requireModel(target.model, target);
  const address = options.endpoint ?? options.base_url ?? url ?? env[ENDPOINT];
  if (!address) {
    throw new ConfigError(`target "${target.name}" has no endpoint`, {
      hint: `set ${ENDPOINT}, or write endpoint: https://RESOURCE.openai.azure.com into the target`,
    });
  }
  const endpoint = checkEndpoint(endpointUrl(address), target);
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
  const usualVersion = env['OPENAI_API_VERSION'] ?? env['AZURE_OPENAI_API_VERSION'] ?? DEFAULT_VERSION;
  return {
    context: {
      target: target.name,
      provider: 'azure',
      model: deployment,
      host: hostOf(endpoint),
      ...key,
    },
    place: { url: url === undefined ? `${endpoint}${path}` : endpoint, version: version ?? usualVersion, headers },
    options,
    environment,
    replies: replyBounds(target, environment),
    path: url === undefined ? path : endpoint,
    pricedAs: ['azure', 'openai'],
    connect: (fetch: typeof globalThis.fetch) =>
      connect({ endpoint, apiKey, version: version ?? usualVersion, deployment, headers }, fetch),
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

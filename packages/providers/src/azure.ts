import { ConfigError, defineProvider } from '@assay/schema';
import * as v from 'valibot';
import { chatEntries } from './chat-completions/chat-options.js';
import { createChatProvider } from './chat-completions/chat-provider.js';
import { openAiClient } from './chat-completions/openai-client.js';
import { limitNameOf, samplingIsFixed } from './chat-completions/reasoning-models.js';
import { requireApiKey, secretsOf } from './http/api-key.js';
import { described } from './http/option-entries.js';
import { checkEndpoint, hostOf, requireModel } from './http/target-address.js';
import { SINGLE_TRY, type ApiClient } from './http/api-provider.js';

const KEY = 'AZURE_OPENAI_API_KEY';
const ENDPOINT = 'AZURE_OPENAI_ENDPOINT';
const DEFAULT_VERSION = '2024-10-21';
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

async function connect(to: Deployment, fetch: typeof globalThis.fetch): Promise<ApiClient> {
  if (UNVERSIONED.test(to.endpoint)) {
    const key = to.apiKey === undefined ? {} : { 'api-key': to.apiKey };
    return openAiClient({ baseUrl: to.endpoint, apiKey: undefined, headers: { ...key, ...to.headers }, fetch });
  }
  const { AzureOpenAI } = await import('openai');
  return new AzureOpenAI({
    ...SINGLE_TRY,
    baseURL: /\/openai(?:\/|$)/u.test(to.endpoint) ? to.endpoint : `${to.endpoint}/openai`,
    apiKey: to.apiKey ?? 'none',
    apiVersion: to.version,
    deployment: to.deployment,
    organization: null,
    project: null,
    defaultHeaders: { ...(to.apiKey === undefined ? { 'api-key': null } : {}), ...to.headers },
    fetch,
  });
}

/** Deployments of Azure OpenAI. The target's model is the name of the deployment. */
export const provider = defineProvider({
  name: 'azure',
  aliases: ['azure-openai', 'azure_openai'],
  description: 'Deployments of Azure OpenAI; model is the name of the deployment.',
  options: v.object({
    ...chatEntries,
    version: described(v.string(), `Version of the API. Default: OPENAI_API_VERSION, else ${DEFAULT_VERSION}.`),
  }),
  examples: [
    {
      title: 'A resource',
      value: {
        name: 'azure',
        provider: 'azure',
        model: 'my-deployment',
        endpoint: 'https://example.openai.azure.com',
        version: '2024-10-21',
      },
    },
    {
      title: 'The API without versions',
      value: {
        name: 'azure-v1',
        provider: 'azure',
        model: 'my-deployment',
        endpoint: 'https://example.openai.azure.com/openai/v1',
      },
    },
  ],
  create(target, environment) {
    const { options } = target;
    const { env } = environment;
    const model = requireModel(target.model, target);
    const written = options.endpoint ?? options.base_url ?? options.url ?? env[ENDPOINT];
    if (!written) {
      throw new ConfigError(`target "${target.name}" has no endpoint`, {
        hint: `set ${ENDPOINT}, or write endpoint: https://RESOURCE.openai.azure.com into the target`,
      });
    }
    const endpoint = checkEndpoint(endpointUrl(written), target);
    const apiKey = requireApiKey(
      {
        target: target.name,
        provider: 'azure',
        written: options.api_key,
        variables: [KEY],
        headers: options.headers,
        url: options.url,
      },
      environment,
    );
    const version = options.version ?? env['OPENAI_API_VERSION'] ?? env['AZURE_OPENAI_API_VERSION'] ?? DEFAULT_VERSION;
    return createChatProvider({
      context: {
        target: target.name,
        provider: 'azure',
        model,
        host: hostOf(endpoint),
        keyVariable: KEY,
        secrets: secretsOf(apiKey, options.headers),
      },
      options,
      environment,
      traits: {
        limitName: limitNameOf(model),
        seedName: 'seed',
        streamUsage: true,
        fixedSampling: samplingIsFixed(model, options.reasoning_effort),
      },
      path:
        options.url !== undefined ? endpoint : options.format === 'completions' ? '/completions' : '/chat/completions',
      structuredOutput: options.format !== 'completions',
      pricedAs: ['azure', 'openai'],
      connect: (fetch) =>
        connect({ endpoint, apiKey, version, deployment: model, headers: options.headers ?? {} }, fetch),
    });
  },
});

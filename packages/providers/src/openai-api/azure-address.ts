import { ConfigError } from '@assay/schema';
import { checkBase, checkEndpoint } from '../http/connection/target-address.js';
import { DEFAULT_VERSION, type AzureOptions } from './azure-options.js';

export const ENDPOINT = 'AZURE_OPENAI_ENDPOINT';
/** What stands behind a deployment in a complete URL: so the portal of Azure shows the address of one. */
const METHOD = /\/(?:(?:chat\/)?completions|embeddings)(?=\?|$)/u;

/** A base URL that is that of one deployment. */
const DEPLOYMENT = /\/deployments\/([^/]+)$/u;

export interface AzureAddress {
  /** Base URL, or a complete one. */
  readonly endpoint: string;
  /** Where requests go, as far as the target says it. */
  readonly place: string;
  /** Path below the base URL, or a complete URL. */
  readonly path: string;
  readonly version: string;
  /** The deployment, where the base URL names it. */
  readonly deployment?: string | undefined;
}

/** A resource is known by its URL or by its bare name. */
export function endpointUrl(written: string): string {
  return /^[a-z\d-]+$/iu.test(written.trim()) ? `https://${written.trim()}.openai.azure.com` : written;
}

/**
 * Where requests go, and in which version of the API: a complete URL, under `url` or written as the endpoint, names its own. An endpoint
 * that names another method leads to the wanted one beside it.
 * @param path of the method.
 * @throws ConfigError when there is none, and when it is not an http(s) URL or no base URL that a path can be added to.
 */
export function azureAddress(
  options: AzureOptions,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
  target: { readonly name: string; readonly provider: string },
): AzureAddress {
  const written = options.url ?? options.endpoint ?? options.base_url ?? env[ENDPOINT];
  if (!written) {
    throw new ConfigError(`target "${target.name}" has no endpoint`, {
      hint: `set ${ENDPOINT}, or write endpoint: https://RESOURCE.openai.azure.com into the target`,
    });
  }
  const address = checkEndpoint(endpointUrl(written), target);
  const usualVersion = env['OPENAI_API_VERSION'] ?? env['AZURE_OPENAI_API_VERSION'] ?? DEFAULT_VERSION;
  if (options.url === undefined && !METHOD.test(address)) {
    const base = checkBase(address, target);
    return { endpoint: base.replace(DEPLOYMENT, ''), place: `${base}${path}`, path, version: options.version ?? usualVersion, deployment: DEPLOYMENT.exec(base)?.[1] };
  }
  const complete = options.url === undefined ? address.replace(METHOD, path) : address;
  const version = options.version ?? new URL(complete).searchParams.get('api-version') ?? usualVersion;
  return { endpoint: complete, place: complete, path: complete, version };
}

import { checkEndpoint } from '../http/connection/target-address.js';

export interface EmbeddingAddress {
  readonly baseUrl: string;
  /** Path below the base URL, or a complete URL. */
  readonly path: string;
}

interface AddressOptions {
  readonly url?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly base_url?: string | undefined;
}

/**
 * Where texts go. A complete URL, under `url` or written as the endpoint, is used as it is; an
 * endpoint that names the path of chat leads to the embeddings beside it.
 * @throws ConfigError when it is not an http(s) URL.
 */
export function embeddingAddress(
  options: AddressOptions,
  fallback: string | undefined,
  target: { readonly name: string; readonly provider: string },
): EmbeddingAddress | undefined {
  const written = options.url ?? options.endpoint ?? options.base_url ?? fallback;
  if (written === undefined || written.trim() === '') return undefined;
  const address = checkEndpoint(written, target);
  if (options.url !== undefined || address.endsWith('/embeddings')) return { baseUrl: address, path: address };
  return { baseUrl: address.replace(/\/(?:chat\/)?completions$/u, ''), path: '/embeddings' };
}

import { checkBase, checkEndpoint } from '../http/connection/target-address.js';

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
 * @throws ConfigError when it is not an http(s) URL, or no base URL that a path can be added to.
 */
export function embeddingAddress(
  options: AddressOptions,
  fallback: string | undefined,
  target: { readonly name: string; readonly provider: string },
): EmbeddingAddress | undefined {
  const written = options.url ?? options.endpoint ?? options.base_url ?? fallback;
  if (written === undefined || written.trim() === '') return undefined;
  const address = checkEndpoint(written, target);
  if (options.url !== undefined) return { baseUrl: address, path: address };
  // What stands behind the path, as the version of an API, holds for both.
  const beside = address.replace(/\/(?:chat\/)?completions(?=\?)/u, '/embeddings');
  if (/\/embeddings(?:\?[^#]*)?$/u.test(beside)) return { baseUrl: beside, path: beside };
  return { baseUrl: checkBase(address.replace(/\/(?:chat\/)?completions$/u, ''), target), path: '/embeddings' };
}

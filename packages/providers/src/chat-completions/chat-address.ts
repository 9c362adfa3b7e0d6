import { checkBase, checkEndpoint } from '../http/connection/target-address.js';
import type { ChatOptions } from './chat-options.js';

export interface ChatAddress {
  readonly baseUrl: string;
  /** Path below the base URL, or a complete URL. */
  readonly path: string;
}

/** The complete URL that requests go to. */
export function completeUrl({ baseUrl, path }: ChatAddress): string {
  return path.startsWith('/') ? `${baseUrl}${path}` : path;
}

const COMPLETE = /\/(?:chat\/)?completions(?:\?[^#]*)?$/u;

/**
 * Where requests go. A complete URL, under `url` or written as the endpoint, is used as it is.
 * @throws ConfigError when it is not an http(s) URL, or no base URL that a path can be added to.
 */
export function chatAddress(
  options: ChatOptions,
  fallback: string | undefined,
  target: { readonly name: string; readonly provider: string },
): ChatAddress | undefined {
  const written = options.url ?? options.endpoint ?? options.base_url ?? fallback;
  if (written === undefined || written.trim() === '') return undefined;
  const address = checkEndpoint(written, target);
  if (options.url !== undefined || COMPLETE.test(address)) return { baseUrl: address, path: address };
  return { baseUrl: checkBase(address, target), path: options.format === 'completions' ? '/completions' : '/chat/completions' };
}

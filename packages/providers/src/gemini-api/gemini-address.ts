import { checkEndpoint } from '../http/target-address.js';
import type { GeminiOptions } from './gemini-options.js';

export interface GeminiAddress {
  readonly baseUrl: string;
  /** Complete URL that answers with one JSON object. */
  readonly plain: string;
  /** Complete URL that answers with a stream of events. */
  readonly streamed: string;
  /** True if the target's own URL is that of a stream. */
  readonly streamsOnly: boolean;
}

const VERSION = /\/v\d\w*$/u;

/** People write the host, the version, or the version with `models`. */
function baseUrlOf(address: string): string {
  const base = address.replace(/\/models$/u, '');
  return VERSION.test(base) ? base : `${base}/v1beta`;
}

function modelPath(model: string): string {
  const named = /^(?:models|tunedModels)\//u.test(model) ? model : `models/${model}`;
  return named.split('/').map(encodeURIComponent).join('/');
}

function streamedUrl(plain: string): string {
  const url = new URL(plain.replace(/:generateContent(?=$|[?#])/u, ':streamGenerateContent'));
  url.searchParams.set('alt', 'sse');
  return url.href;
}

/**
 * Where requests go: the method of the model below the base URL, or the target's complete `url`.
 * @throws ConfigError when it is not an http(s) URL.
 */
export function geminiAddress(
  options: GeminiOptions,
  fallback: string,
  target: { readonly name: string; readonly provider: string },
  model: string,
): GeminiAddress {
  const written = checkEndpoint(options.url ?? options.endpoint ?? options.base_url ?? fallback, target);
  const baseUrl = options.url === undefined ? baseUrlOf(written) : written;
  const plain = options.url === undefined ? `${baseUrl}/${modelPath(model)}:generateContent` : written;
  const streamsOnly = /:streamGenerateContent(?=$|[?#])/u.test(plain);
  return { baseUrl, plain, streamed: streamedUrl(plain), streamsOnly };
}

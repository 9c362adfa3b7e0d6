import { checkBase, checkEndpoint } from '../http/connection/target-address.js';
import type { GeminiOptions } from './gemini-options.js';

/** The target's own URL, which is posted to as it is. */
interface OwnUrl {
  /** Answers with one JSON object. */
  readonly plain: string;
  /** Answers with a stream of events. */
  readonly streamed: string;
  /** True if the URL as written is that of a stream. */
  readonly streamsOnly: boolean;
}

export interface GeminiAddress {
  /** Base URL with the version of the API; the bare host beside a `url`. */
  readonly baseUrl: string;
  /** The model as it stands in paths, e.g. `models/gemini-2.5-flash`. */
  readonly model: string;
  /** Wins over the address that base URL, model and method make. */
  readonly url?: OwnUrl | undefined;
}

const VERSION = /\/v\d\w*$/u;

/** An address that names what it does is complete. */
const COMPLETE = /:(?:stream)?generateContent(?:\?[^#]*)?$/iu;

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
 * Where requests go: the method of the model below the base URL, or a complete URL, under `url` or written as the endpoint.
 * @throws ConfigError when it is not an http(s) URL, or no base URL that a path can be added to.
 */
export function geminiAddress(
  options: GeminiOptions,
  fallback: string,
  target: { readonly name: string; readonly provider: string },
  model: string,
): GeminiAddress {
  const written = checkEndpoint(options.url ?? options.endpoint ?? options.base_url ?? fallback, target);
  if (options.url === undefined && !COMPLETE.test(written)) return { baseUrl: baseUrlOf(checkBase(written, target)), model: modelPath(model) };
  const streamsOnly = /:streamGenerateContent(?=$|[?#])/u.test(written);
  const url = { plain: written, streamed: streamedUrl(written), streamsOnly };
  return { baseUrl: new URL(written).origin, model: modelPath(model), url };
}

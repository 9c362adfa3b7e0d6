import { isJsonObject, parseJson, type JsonObject } from '@assay/schema';
import { badReply, reportedError, statusError, type CallContext } from '../http/errors/api-error.js';
import { failureWords } from '../http/errors/failure-words.js';
import { jsonReply } from '../http/json-reply.js';
import { metered } from '../http/connection/metered.js';
import { SlimHeaders } from '../http/slim-headers.js';
import type { ReplyMeter } from '../reply-size/reply-meter.js';
import type { GeminiAddress } from './gemini-address.js';
import { statedError } from '../replies/stated-error.js';

export interface GeminiClientOptions {
  readonly address: GeminiAddress;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: CallContext;
  readonly fetch: typeof globalThis.fetch;
  /** The target's last word on every body before it is sent. */
  readonly finish: (body: JsonObject) => Readonly<Record<string, unknown>>;
}

/** The methods of the API that Assay uses. */
type Method = 'generateContent' | 'streamGenerateContent' | 'batchEmbedContents';

/** Requests to one model of the Gemini API. Each call is one HTTP request. */
export interface GeminiClient {
  /** @throws ProviderError for an HTTP status that is no answer, an error inside the reply, or no JSON object. */
  call(method: Exclude<Method, 'streamGenerateContent'>, body: JsonObject, signal: AbortSignal, meter: ReplyMeter): Promise<JsonObject>;
  /** A reply that is to be streamed, unread. @throws ProviderError for an HTTP status that is no answer. */
  stream(body: JsonObject, signal: AbortSignal, meter: ReplyMeter): Promise<Response>;
}

/** The words of Google's error, and the wait that it asks for. */
async function failure(response: Response, context: CallContext): Promise<Error> {
  const text = await response.text();
  let said: unknown;
  try {
    said = parseJson(text);
  } catch {
    said = undefined;
  }
  // Of a request for a stream it comes in a list, as the replies would.
  const [first] = Array.isArray(said) ? (said as readonly unknown[]) : [said];
  const error = isJsonObject(first) && isJsonObject(first['error']) ? first['error'] : undefined;
  const { status, headers, statusText } = response;
  return statusError({ status, detail: failureWords(text || statusText), headers, details: error?.['details'] }, context);
}

/** An answer as an object. Proxies send errors with status 200 too. */
export function checkedReply(reply: unknown, context: CallContext): JsonObject {
  if (!isJsonObject(reply)) throw badReply('the reply is not a JSON object', context);
  const error = statedError(reply);
  if (error !== undefined) throw reportedError(error, context);
  return reply;
}

function addressOf({ baseUrl, model, url }: GeminiAddress, method: Method): string {
  if (method === 'streamGenerateContent') return url?.streamed ?? `${baseUrl}/${model}:${method}?alt=sse`;
  return url?.plain ?? `${baseUrl}/${model}:${method}`;
}

/** A client that sends once, with no time limit of its own, and takes nothing from the environment. */
export function geminiClient(options: GeminiClientOptions): GeminiClient {
  const { address, apiKey, context } = options;

  async function post(method: Method, body: JsonObject, signal: AbortSignal, meter: ReplyMeter): Promise<Response> {
    const headers = new SlimHeaders({ 'content-type': 'application/json' });
    if (apiKey !== undefined) headers.set('x-goog-api-key', apiKey);
    for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
    const sent = { method: 'POST', headers: Object.fromEntries(headers), body: JSON.stringify(options.finish(body)), signal, ...metered(meter) };
    const response = await options.fetch(addressOf(address, method), sent);
    if (!response.ok) throw await failure(response, context);
    return response;
  }

  return {
    async call(method, body, signal, meter) {
      const response = await post(method, body, signal, meter);
      return checkedReply(jsonReply(await response.text(), context), context);
    },
    stream: (body, signal, meter) => post('streamGenerateContent', body, signal, meter),
  };
}

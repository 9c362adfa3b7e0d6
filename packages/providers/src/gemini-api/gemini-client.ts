import { isJsonObject, type JsonObject } from '@assay/schema';
import type { GoogleGenAI, HttpOptions } from '@google/genai';
import { parsedReply } from '../http/api-connection.js';
import { badReply, reportedError, statusError, type CallContext } from '../http/api-error.js';
import { eventLines } from './event-lines.js';
import type { GeminiAddress } from './gemini-address.js';

export interface GeminiClientOptions {
  readonly address: GeminiAddress;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: CallContext;
  readonly fetch: typeof globalThis.fetch;
  /** The last word on every body before it is sent. */
  readonly finish: (body: JsonObject) => Readonly<Record<string, unknown>>;
}

/** Google's SDK, and the way to look at a reply as the server wrote it. */
export interface GeminiClient {
  readonly models: GoogleGenAI['models'];
  /** Options for one request that hand over the whole reply: the SDK keeps the fields that it knows. */
  watched(onReply: (reply: JsonObject) => void): HttpOptions;
}

const KEY_HEADER = 'x-goog-api-key';
const STREAMED = /:streamGenerateContent(?=$|[?#])/u;

/** The SDK's own error drops the headers, with the wait that a server asks for. */
async function failure(response: Response, context: CallContext): Promise<Error> {
  const text = await response.text();
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    said = undefined;
  }
  const error = isJsonObject(said) && isJsonObject(said['error']) ? said['error'] : undefined;
  const message = error?.['message'];
  const { status, headers, statusText } = response;
  const detail = typeof message === 'string' ? message : text || statusText;
  return statusError({ status, detail, headers, details: error?.['details'] }, context);
}

/** The SDK would fail on a bare value, and drop an error that comes with status 200. */
async function replyObject(response: Response, context: CallContext): Promise<JsonObject> {
  const reply = parsedReply(await response.text(), context);
  if (!isJsonObject(reply)) throw badReply('the reply is not a JSON object', context);
  if (isJsonObject(reply['error'])) throw reportedError(reply['error'], context);
  return reply;
}

/** As much of a web stream as the SDK uses, without the queues that a real one would set up. */
function readerOf(body: AsyncIterable<Uint8Array>) {
  const chunks = eventLines(body);
  return { read: () => chunks.next(), releaseLock: () => void chunks.return() };
}

/**
 * The SDK's requests as a target wants them: to its own URL, with its headers, and with a body that
 * its `parameters` have the last word on. The SDK's `extraBody` could set fields but not remove any.
 */
function wireFetch(options: GeminiClientOptions, onReply?: (reply: JsonObject) => void): typeof globalThis.fetch {
  const { address, context } = options;
  return async (input, init = {}) => {
    const made = input instanceof Request ? input.url : String(input);
    const streamed = STREAMED.test(made);
    const own = streamed ? address.url?.streamed : address.url?.plain;
    const headers = new Headers(init.headers);
    if (options.apiKey === undefined) headers.delete(KEY_HEADER);
    for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as JsonObject) : {};
    const sent = { ...init, headers, body: JSON.stringify(options.finish(body)) };
    const response = await options.fetch(own ?? made, sent);
    if (!response.ok) throw await failure(response, context);
    const known = { ok: true, status: response.status, statusText: response.statusText, headers: response.headers };
    const json = async (): Promise<JsonObject> => {
      const reply = await replyObject(response, context);
      onReply?.(reply);
      return reply;
    };
    const chunks = response.body as unknown as AsyncIterable<Uint8Array>;
    const read = streamed ? { body: { getReader: () => readerOf(chunks) } } : { json };
    return { ...known, ...read } as unknown as Response;
  };
}

/**
 * The SDK's constructor looks for keys in the environment and says which one it takes, although it
 * is given another. Nothing else can run meanwhile.
 */
function quietly<T>(make: () => T): T {
  const output: Pick<Console, 'warn'> = globalThis.console;
  const { warn } = output;
  output.warn = () => undefined;
  try {
    return make();
  } finally {
    output.warn = warn;
  }
}

/** Google's SDK, told everything explicitly, without retries or a time limit of its own. */
export async function geminiClient(options: GeminiClientOptions): Promise<GeminiClient> {
  const sdk = await import('@google/genai');
  const { models } = quietly(
    () =>
      new sdk.GoogleGenAI({
        vertexai: false,
        // Without a key it would look for other credentials; the header is taken off again.
        apiKey: options.apiKey ?? 'none',
        httpOptions: { baseUrl: options.address.baseUrl, apiVersion: '', fetch: wireFetch(options) },
      }),
  );
  return { models, watched: (onReply) => ({ fetch: wireFetch(options, onReply) }) };
}

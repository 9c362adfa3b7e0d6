import { isJsonObject, parseJson, type JsonObject } from '@assay/schema';
import type { ReplyMeter } from '../../reply-size/reply-meter.js';
import { reportedError, statusError, type CallContext } from '../../http/errors/api-error.js';
import { failureWords } from '../../http/errors/failure-words.js';
import { metered } from '../../http/connection/metered.js';
import { jsonReply } from '../../http/json-reply.js';
import { SlimHeaders } from '../../http/slim-headers.js';
import { statedError } from '../../replies/stated-error.js';

/** One POST of `{inputs, parameters}`. */
export interface EndpointClient {
  post(body: Readonly<Record<string, unknown>>, signal: AbortSignal, meter: ReplyMeter): Promise<unknown>;
}

export interface EndpointClientOptions {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: CallContext;
  readonly fetch: typeof globalThis.fetch;
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A model that is still being loaded says how long that will take, in seconds. */
function withWait(headers: Pick<Headers, 'has' | typeof Symbol.iterator>, said: JsonObject): unknown {
  const { estimated_time } = said;
  if (headers.has('retry-after') || typeof estimated_time !== 'number') return headers;
  const extended = new SlimHeaders(headers);
  extended.set('retry-after', String(Math.ceil(estimated_time)));
  return extended;
}

export function endpointClient(options: EndpointClientOptions): EndpointClient {
  const { context } = options;
  return {
    async post(body, signal, meter) {
      const headers = new SlimHeaders({ 'content-type': 'application/json', accept: 'application/json' });
      if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`);
      for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
      const response = await options.fetch(options.url, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        body: JSON.stringify(body),
        signal,
        ...metered(meter),
      });
      const text = await response.text();
      if (response.ok) {
        const reply = jsonReply(text, context);
        if (statedError(reply) !== undefined) throw reportedError({ message: failureWords(text) }, context);
        return reply;
      }
      const said = parsed(text);
      throw statusError(
        {
          status: response.status,
          detail: failureWords(text || response.statusText),
          headers: withWait(response.headers, said),
        },
        context,
      );
    },
  };
}

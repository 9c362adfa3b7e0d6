import type { ReplyMeter } from '../reply-size/reply-meter.js';
import type { CallContext } from './api-error.js';
import { parsedReply } from './api-connection.js';
import type { PreparedCall } from './api-provider.js';

/** What every SDK client offers: one POST of JSON, answered by JSON or by a stream of events. */
export interface JsonClient {
  post(path: string, options: PostOptions): PromiseLike<unknown>;
}

export interface PostOptions {
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly stream: boolean;
}

/** A body as the API wants it, with what had to be left out of it. */
export interface JsonRequest {
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

export interface JsonCallOptions {
  /** Path below the base URL, or a complete URL. */
  readonly path: string;
  readonly context: CallContext;
  /** Turns the events of a stream into the reply that would have come without streaming. */
  readonly assemble: (events: AsyncIterable<unknown>, meter: ReplyMeter) => Promise<unknown>;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** One POST, streamed if its body says so. */
export function jsonCall(request: JsonRequest, options: JsonCallOptions): PreparedCall<JsonClient> {
  const { body, headers = {}, warnings } = request;
  return {
    warnings,
    async send(client, signal, meter) {
      const stream = body['stream'] === true;
      const answer = await client.post(options.path, { body, headers, signal, stream });
      if (!stream) return parsedReply(answer, options.context);
      return isAsyncIterable(answer) ? options.assemble(answer, meter) : answer;
    },
  };
}

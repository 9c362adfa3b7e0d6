import type { ReplyMeter } from '../reply-size/reply-meter.js';
import type { CallContext } from './errors/api-error.js';
import type { PreparedCall } from './api-provider.js';
import { jsonReply } from './json-reply.js';
import { streamedReply, type Assemble } from './streamed-reply.js';

/** What an SDK is used for: one POST of JSON, with the headers of its API and the errors of its statuses. The body of the reply is left unread. */
export interface JsonClient {
  post(path: string, options: PostOptions): Promise<Response>;
  /** Any other call of the API, with the same headers and errors. The body of its reply is left unread too. */
  exchange(call: ApiCall): Promise<Response>;
}

/** A body that is too large to be held. */
export interface StreamedBody {
  /** How long it is as UTF-8. */
  readonly bytes: number;
  /** It from its beginning, each time. */
  pieces(): AsyncIterable<string>;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly body?: string | StreamedBody | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  readonly meter: ReplyMeter;
}

export interface PostOptions {
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly stream: boolean;
  /** Counts the reply. */
  readonly meter: ReplyMeter;
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
  readonly assemble: Assemble;
  /** Whether an event is the last one of its stream, in formats that have one. */
  readonly isLast?: (event: unknown) => boolean;
}

/** One POST, streamed if its body says so. */
export function jsonCall(request: JsonRequest, { path, context, assemble, isLast }: JsonCallOptions): PreparedCall<JsonClient> {
  const { body, headers = {}, warnings } = request;
  return {
    warnings,
    sent: { body, headers },
    async send(client, signal, meter) {
      const stream = body['stream'] === true;
      const response = await client.post(path, { body, headers, signal, stream, meter });
      return stream ? streamedReply(response, { context, meter, assemble, isLast }) : jsonReply(await response.text(), context);
    },
  };
}

import type { JsonObject } from '@assay/schema';
import type { CallContext } from '../http/errors/api-error.js';
import type { PreparedCall } from '../http/api-provider.js';
import { streamedReply, type Assemble } from '../http/streamed-reply.js';
import { checkedReply, type GeminiClient } from './gemini-client.js';
import { assembleGemini } from './gemini-stream.js';

export interface GeminiCallOptions {
  readonly body: JsonObject;
  readonly warnings: readonly string[];
  readonly stream: boolean;
  /** The body with the target's own say over it, as it is sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly context: CallContext;
}

/** One call of generateContent, or of streamGenerateContent. */
export function geminiCall({ body, warnings, stream, sent, context }: GeminiCallOptions): PreparedCall<GeminiClient> {
  return {
    warnings,
    sent: { body: { ...sent, stream } },
    async send(client, signal, meter) {
      if (!stream) return client.call('generateContent', body, signal, meter);
      const response = await client.stream(body, signal, meter);
      const assemble: Assemble = (events) => assembleGemini(events, meter, context);
      return checkedReply(await streamedReply(response, { context, meter, assemble }), context);
    },
  };
}

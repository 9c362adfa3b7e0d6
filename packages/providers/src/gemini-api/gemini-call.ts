import type { JsonObject } from '@assay/schema';
import type { CallContext } from '../http/api-error.js';
import type { PreparedCall } from '../http/api-provider.js';
import type { GeminiClient } from './gemini-client.js';
import { assembleGemini } from './gemini-stream.js';

export interface GeminiCallOptions {
  readonly body: JsonObject;
  readonly warnings: readonly string[];
  readonly stream: boolean;
  readonly context: CallContext;
}

/** One call of generateContent, or of streamGenerateContent. */
export function geminiCall({ body, warnings, stream, context }: GeminiCallOptions): PreparedCall<GeminiClient> {
  return {
    warnings,
    send: async (client, signal, meter) =>
      stream ? assembleGemini(client.stream(body, signal), meter, context) : client.call('generateContent', body, signal),
  };
}

import { isJsonObject } from '@assay/schema';
import { apiError, reportedError, type CallContext } from '../http/api-error.js';
import type { PreparedCall } from '../http/api-provider.js';
import type { GeminiAddress } from './gemini-address.js';
import type { GeminiClient } from './gemini-client.js';
import type { GeminiParameters } from './gemini-parameters.js';
import { assembleGemini } from './gemini-stream.js';

/** An event that holds an error ends the SDK's stream; its words hold the event as JSON. */
function errorEvent(error: Error): unknown {
  try {
    const event: unknown = JSON.parse(error.message.slice(error.message.indexOf('{')));
    return isJsonObject(event) ? event['error'] : undefined;
  } catch {
    return undefined;
  }
}

function streamError(error: unknown, context: CallContext): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith('Incomplete JSON segment')) {
    return apiError('the reply was cut off: the stream ended inside an event', context, { kind: 'network' });
  }
  const said = error.name === 'ApiError' ? errorEvent(error) : undefined;
  return said === undefined ? error : reportedError(said, context);
}

/** One call of generateContent, or of streamGenerateContent. */
export function geminiCall(
  { contents, config, warnings }: GeminiParameters,
  options: { readonly address: GeminiAddress; readonly stream: boolean; readonly context: CallContext },
): PreparedCall<GeminiClient> {
  const { address, context } = options;
  return {
    warnings,
    async send({ models }, signal) {
      const asked = { model: address.model, contents, config: { ...config, abortSignal: signal } };
      if (!options.stream) return models.generateContent(asked);
      try {
        return await assembleGemini(await models.generateContentStream(asked), context);
      } catch (error) {
        throw streamError(error, context);
      }
    },
  };
}

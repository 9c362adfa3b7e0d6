import { SINGLE_TRY } from '../http/connection/api-connection.js';
import type { JsonClient } from '../http/json-call.js';
import { NO_TELEMETRY } from '../http/connection/no-telemetry.js';
import { postAsText } from '../http/post-as-text.js';
import { withoutEnvironment } from '../http/connection/without-environment.js';

export interface OpenAiClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly organization?: string | undefined;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly fetch: typeof globalThis.fetch;
}

/** OpenAI's SDK, told everything explicitly. */
export async function openAiClient(options: OpenAiClientOptions): Promise<JsonClient> {
  const { OpenAI } = await import('openai');
  return postAsText(options.fetch, (fetch) =>
    withoutEnvironment(
      () =>
        new OpenAI({
          ...SINGLE_TRY,
          apiKey: options.apiKey ?? 'none',
          baseURL: options.baseUrl,
          organization: options.organization ?? null,
          project: null,
          // Without a key no Authorization header is sent; one among the target's headers still wins.
          defaultHeaders: { ...NO_TELEMETRY, ...(options.apiKey === undefined ? { Authorization: null } : {}), ...options.headers },
          fetch,
        }),
    ),
  );
}

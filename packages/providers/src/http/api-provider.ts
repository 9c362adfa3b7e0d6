import type { GenerateRequest, Pricing, Provider } from '@assay/schema';
import type { ReplyMeter } from '../reply-size/reply-meter.js';
import type { ApiReply } from './api-reply.js';
import { createConnection, type ConnectionOptions } from './connection/api-connection.js';
import { toProviderError } from './errors/api-error.js';
import { blockedPrompt } from './errors/blocked-prompt.js';
import { requestIdentity, type SentRequest } from './request-identity.js';

/** A request as the API wants it, with what had to be left out of it. */
export interface PreparedCall<TClient> {
  readonly warnings: readonly string[];
  readonly sent: SentRequest;
  /** Sends it once. Resolves to the reply, put together if it came as a stream. */
  send(client: TClient, signal: AbortSignal, meter: ReplyMeter): Promise<unknown>;
}

/** One API format: how to ask and how to read the answer. */
export interface ApiFormat<TClient> {
  readonly structuredOutput: boolean;
  /** The target's own, which `prepare` puts before the system text of the case. */
  readonly systemPrompt: string | undefined;
  /** True for a model that takes no temperature but its own. */
  readonly fixedTemperature?: boolean | undefined;
  /** What requests take, as far as it is known before one is sent. */
  readonly pricing: Pricing;
  prepare(request: GenerateRequest): Promise<PreparedCall<TClient>>;
  reply(json: unknown, request: GenerateRequest): ApiReply;
}

export interface ApiProviderOptions<TClient> extends ConnectionOptions<TClient> {
  readonly format: ApiFormat<TClient>;
}

/** A reply that is scored with signs in it that nobody wrote says so. */
const GARBLED = 'the reply has \uFFFD in it, which stands for what is no UTF-8: APIs have to send UTF-8';

/** A target behind an HTTP API. One call of `generate` is one HTTP request. */
export function createApiProvider<TClient>(options: ApiProviderOptions<TClient>): Provider {
  const { context, format } = options;
  const connection = createConnection(options);
  return {
    name: context.target,
    provider: context.provider,
    model: context.model,
    structuredOutput: format.structuredOutput,
    servedBy: context.servedBy,
    systemPrompt: format.systemPrompt,
    pricing: format.pricing,
    ...(format.fixedTemperature ? { fixedTemperature: true } : {}),
    identity: async (request) => requestIdentity(context.provider, options.place, (await format.prepare(request)).sent, request),
    async generate(request) {
      const asked = performance.now();
      try {
        const prepared = await format.prepare(request);
        const { reply, latencyMs, rateLimits, garbled } = await connection.request(request, async (client, signal, meter) => {
          // Not before: the first request loads an SDK.
          const start = performance.now();
          const answer = await prepared.send(client, signal, meter);
          const tookMs = performance.now() - start - meter.waitedMs;
          return { reply: format.reply(answer, request), latencyMs: tookMs, rateLimits: meter.rateLimits, garbled: meter.garbled };
        });
        const warnings = [...prepared.warnings, ...(reply.warnings ?? []), ...(garbled ? [GARBLED] : [])];
        return { ...reply, latencyMs, ...(warnings.length > 0 ? { warnings } : {}), ...(rateLimits ? { rateLimits } : {}) };
      } catch (error) {
        const blocked = blockedPrompt(error, context.model);
        if (blocked) return { ...blocked, latencyMs: performance.now() - asked };
        throw toProviderError(error, context, request.signal);
      }
    },
    warmUp: () => connection.warmUp(),
    close: () => connection.close(),
  };
}

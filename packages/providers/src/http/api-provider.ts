import type { GenerateRequest, Provider, ProviderResponse } from '@assay/schema';
import { badReply, toProviderError, type CallContext } from './api-error.js';
import { openFetchPool } from './open-fetch-pool.js';
import type { FetchPool } from './pool-settings.js';

/** Longest delay that a timer can hold. The SDKs' own time-outs are to play no part. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** What every SDK client offers: one POST of JSON, answered by JSON or by a stream of events. */
export interface ApiClient {
  post(path: string, options: PostOptions): PromiseLike<unknown>;
}

interface PostOptions {
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly stream: boolean;
}

/** Options that make an SDK send exactly once and wait for as long as the signal allows. */
export const SINGLE_TRY = { maxRetries: 0, timeout: NO_TIMEOUT_MS, logLevel: 'off' } as const;

/** A request as the API wants it, with what had to be left out of it. */
export interface ApiRequest {
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** For APIs whose path, not the body, asks for a stream. */
  readonly stream?: { readonly path: string } | undefined;
}

/** What was read from a reply. */
export type ApiReply = Omit<ProviderResponse, 'latencyMs'>;

/** One API format: how to ask and how to read the answer. */
interface ApiFormat {
  /** Path below the base URL, or a complete URL. */
  readonly path: string;
  readonly structuredOutput: boolean;
  request(request: GenerateRequest): Promise<ApiRequest>;
  /** Turns the events of a stream into the reply that would have come without streaming. */
  assemble(events: AsyncIterable<unknown>): Promise<unknown>;
  reply(json: unknown, request: GenerateRequest): ApiReply;
}

export interface ApiProviderOptions {
  readonly context: CallContext;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly format: ApiFormat;
  /** Loads the SDK and makes its client. Called once, at the first request. */
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<ApiClient>;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Some servers label JSON as text, which the SDKs then leave unparsed. */
function parsed(value: unknown, context: CallContext): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') throw badReply('the reply is empty', context);
  return JSON.parse(value);
}

/** The SDKs never take their listeners off a signal, and one signal may serve a whole run. */
async function withOwnSignal<T>(signal: AbortSignal, run: (own: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A target behind an HTTP API. One call of `generate` is one HTTP request. */
export function createApiProvider(options: ApiProviderOptions): Provider {
  const { context, format } = options;
  let opened: Promise<{ readonly pool: FetchPool; readonly client: ApiClient }> | undefined;

  async function open() {
    const pool = await openFetchPool(options.env);
    return { pool, client: await options.connect(pool.fetch) };
  }

  async function ask(request: ApiRequest, signal: AbortSignal): Promise<unknown> {
    const { body, headers = {} } = request;
    opened ??= open();
    const { client } = await opened;
    const stream = request.stream !== undefined || body['stream'] === true;
    const answer = await client.post(request.stream?.path ?? format.path, { body, headers, signal, stream });
    if (!stream) return parsed(answer, context);
    return isAsyncIterable(answer) ? format.assemble(answer) : answer;
  }

  return {
    name: context.target,
    provider: context.provider,
    model: context.model,
    structuredOutput: format.structuredOutput,
    async generate(request) {
      try {
        const prepared = await format.request(request);
        const start = performance.now();
        const answer = await withOwnSignal(request.signal, (signal) => ask(prepared, signal));
        const latencyMs = performance.now() - start;
        const reply = format.reply(answer, request);
        const warnings = [...prepared.warnings, ...(reply.warnings ?? [])];
        return { ...reply, latencyMs, ...(warnings.length > 0 ? { warnings } : {}) };
      } catch (error) {
        throw toProviderError(error, context, request.signal);
      }
    },
    async close() {
      const { pool } = (await opened?.catch(() => undefined)) ?? {};
      opened = undefined;
      await pool?.close();
    },
  };
}

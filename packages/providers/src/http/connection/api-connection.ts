import { restateProviderError, type ProviderError, type ReplyMemory } from '@assay/schema';
import type { ReplyBounds } from '../../reply-size/reply-bounds.js';
import { ReplyMeter } from '../../reply-size/reply-meter.js';
import { toProviderError, type CallContext } from '../errors/api-error.js';
import type { ApiPlace } from '../request-identity.js';
import { openFetchPool } from './open-fetch-pool.js';
import type { FetchPool } from './pool-settings.js';

/** Longest delay that a timer can hold. The SDKs' own time-outs are to play no part. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Options that make an SDK send exactly once and wait for as long as the signal allows. */
export const SINGLE_TRY = { maxRetries: 0, timeout: NO_TIMEOUT_MS, logLevel: 'off' } as const;

/** How an adapter reaches its API. */
export interface ConnectionOptions<TClient> {
  readonly context: CallContext;
  readonly place: ApiPlace;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly replies: ReplyBounds;
  /** Loads the SDK and makes its client. Called once, at the first request or ahead of it. */
  readonly connect: (fetch: typeof globalThis.fetch) => Promise<TClient>;
}

/** What a request is asked for. */
interface RequestParts {
  readonly signal: AbortSignal;
  /** Where what is kept of the reply is held. Default: the memory of the connection, until the request is over. */
  readonly replies?: ReplyMemory | undefined;
}

/** Makes one request. */
type Send<TClient, T> = (client: TClient, signal: AbortSignal, meter: ReplyMeter) => Promise<T>;

/** A client that is loaded when it is first used, with connections of its own. */
export interface ApiConnection<TClient> {
  /**
   * Lets `send` make one request, which has to take its listeners off the signal: one may serve a whole run. Its meter
   * is for what is kept of the reply, as it comes or put together of its pieces.
   * @throws ProviderError for whatever goes wrong: `aborted` or `timeout` when the signal ended it.
   */
  request<T>(parts: RequestParts, send: Send<TClient, T>): Promise<T>;
  /** Loads the client ahead of the first request. What fails, fails there again. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** What the server said of its limits goes along with a failure too. */
function withLimits(error: ProviderError, { rateLimits }: ReplyMeter): ProviderError {
  return rateLimits ? restateProviderError(error, { rateLimits, cause: error.cause }) : error;
}

export function createConnection<TClient>(options: ConnectionOptions<TClient>): ApiConnection<TClient> {
  let opened: Promise<{ readonly pool: FetchPool; readonly client: TClient }> | undefined;

  async function open() {
    const pool = await openFetchPool(options.env, options.replies);
    return { pool, client: await options.connect(pool.fetch) };
  }

  return {
    async request({ signal, replies: memory = options.replies.memory }, send) {
      const meter = new ReplyMeter({ ...options.replies, memory });
      try {
        signal.throwIfAborted();
        opened ??= open();
        const { client } = await opened;
        const reply = await send(client, signal, meter);
        meter.keep();
        return reply;
      } catch (error) {
        throw withLimits(toProviderError(error, options.context, signal), meter);
      } finally {
        meter.end();
      }
    },
    async warmUp() {
      opened ??= open();
      const { pool } = await opened;
      await pool.warmUp(options.place.url);
    },
    async close() {
      const { pool } = (await opened?.catch(() => undefined)) ?? {};
      opened = undefined;
      await pool?.close();
    },
  };
}

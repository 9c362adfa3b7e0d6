import type { GenericSchema, InferOutput } from 'valibot';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { JsonValue } from '../domain/json.js';
import type { ProviderResponse } from '../domain/response.js';
import type { TargetDefinition } from '../domain/target.js';
import type { PriceTable, Pricing } from '../models/price-table.js';
import type { Redactor } from '../redaction/redactor.js';
import type { ChildProcesses } from './child-processes.js';
import type { Definition } from './definition.js';
import type { Embedder } from './embedder.js';
import type { GenerateRequest } from './generate-request.js';
import type { ProviderBatch } from './provider-batch.js';
import type { ReplyMemory } from './reply-memory.js';
import type { ServedBy } from './served-by.js';

/**
 * A target that is ready to be asked. Does not retry and does not limit: the engine wraps it.
 */
export interface Provider {
  /** Name of the target. */
  readonly name: string;
  /** Name of the provider that made it. */
  readonly provider: string;
  readonly model?: string | undefined;
  /** True if `responseFormat` is enforced by the API. */
  readonly structuredOutput: boolean;
  /** Text of its own that it puts before the system text of every case; rows show it as part of the input. */
  readonly systemPrompt?: string | undefined;
  /** True for a model that takes no temperature but its own: one that is asked for is not sent. */
  readonly fixedTemperature?: boolean | undefined;
  /** True if it takes no part in spending: programs, recordings. */
  readonly free?: boolean | undefined;
  /** For those that are no free ones: what requests take. Default: nothing is known of it, not even a name for its price. */
  readonly pricing?: Pricing | undefined;
  /**
   * Set by those for whom an empty reply is what they had to say (programs, recordings, models in this
   * process): it is not asked for again. Other empty replies are asked for once more.
   */
  readonly emptyReply?: 'final' | undefined;
  /** What answers. Default: nothing is known of it, so that it has limits of its own and is never asked twice. */
  readonly servedBy?: ServedBy | undefined;
  /**
   * Sends one request. The request itself is left as it is, and several may be under way at once.
   * @throws ProviderError for everything that goes wrong, with `retryable` set. When the signal
   * aborts its kind is `timeout` if the signal's reason is a `TimeoutError`, else `aborted`; a signal
   * that is aborted already sends nothing.
   */
  generate(request: GenerateRequest): Promise<ProviderResponse>;
  /**
   * Everything that changes the answer to a request, so that equal values mean the same question: which API at
   * which address, the model, all that is sent (parameters, messages, tools, the response format), seed and
   * repeat. No key is in it, nor what does not change an answer (case, attempt, signal). Sends nothing.
   * Undefined, as without the method: an answer stands for itself alone and must not be kept for another time.
   * May reject as `generate` would, for a request that cannot be sent.
   */
  identity?(request: GenerateRequest): Promise<JsonValue | undefined>;
  /** For APIs that take many requests at once and answer later, for less. Needs an identity. Default: each request is sent alone. */
  readonly batch?: ProviderBatch | undefined;
  /**
   * Checks what can be checked without a request, once before the first: that a recording is whole, say.
   * @returns what is probably not as meant.
   * @throws InvalidFileError or ConfigError when the target cannot be used.
   */
  prepare?(): Promise<readonly Diagnostic[]>;
  /**
   * Loads what the first request will need, such as an SDK: called where there is time before it, by a worker that waits for trials.
   * Sends nothing. Whatever fails is left to the first request to say, which may also come without this.
   */
  warmUp?(): Promise<void>;
  /** Frees connections and processes. */
  close?(): Promise<void>;
}

/** What a provider may use of the world around it. */
export interface ProviderEnvironment {
  /** Environment variables, `.env` files included. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Where a variable is from: `process`, or the path of a `.env` file; undefined for one that is not
   * set. Keys are only sent to hosts that a variable from the same place names. Default: all are from
   * one place.
   */
  readonly sourceOf?: ((name: string) => string | undefined) | undefined;
  /** Knows what must not show in messages; providers add their keys to it. Default: one of the target's own. */
  readonly redactor?: Redactor | undefined;
  /** Folder that relative paths and commands of the target start from, absolute. */
  readonly directory: string;
  readonly prices: PriceTable;
  /** Sees to it that no program outlives Assay. Default: the groups of programs are ended, and nothing else. */
  readonly processes?: ChildProcesses | undefined;
  /** Shared by all replies that are for no trial, such as those of judges. Without it each is bounded alone. */
  readonly replyMemory?: ReplyMemory | undefined;
}

/** A target whose options have been checked and whose `${VAR}` references are replaced. */
export interface ResolvedTarget<TOptions = unknown> extends Omit<TargetDefinition, 'options'> {
  readonly options: TOptions;
}

/**
 * What asking a target of a provider sets going outside of this process:
 * - `nothing`: it answers out of its own definition.
 * - `files`: it reads the files that these options name.
 * - `network`: it asks a server; `addresses` are the options that may say which.
 * - `programs`: it starts programs.
 * - `weights`: it reads a model's files, or downloads them.
 */
export type ProviderReach =
  | { readonly kind: 'nothing' | 'programs' | 'weights' }
  | { readonly kind: 'files'; readonly keys: readonly string[] }
  | { readonly kind: 'network'; readonly addresses: readonly string[] };

export interface ProviderDefinition<TSchema extends GenericSchema = GenericSchema> extends Definition {
  readonly kind: 'provider';
  readonly options: TSchema;
  /**
   * Decides what a target of it may do in files that nobody vouches for. Every installed provider says
   * it; one that says nothing is refused to them.
   */
  readonly reach?: ProviderReach | undefined;
  /**
   * Makes a target ready. What it takes to ask may be imported here, so that a file that is only checked is checked without it; an
   * SDK is imported at the first request. Sends nothing.
   * @throws ConfigError, or rejects with one, when something is missing (a key, a command), before any request.
   */
  create(target: ResolvedTarget<InferOutput<TSchema>>, environment: ProviderEnvironment): Provider | Promise<Provider>;
  /**
   * Makes a target ready that turns texts into vectors. Absent when the provider cannot do that.
   * @throws ConfigError as `create` does.
   */
  createEmbedder?(target: ResolvedTarget<InferOutput<TSchema>>, environment: ProviderEnvironment): Embedder | Promise<Embedder>;
}

/** Declares a provider with its options typed by its schema. */
export function defineProvider<const TSchema extends GenericSchema>(
  definition: Omit<ProviderDefinition<TSchema>, 'kind'>,
): ProviderDefinition<TSchema> {
  return { kind: 'provider', ...definition };
}

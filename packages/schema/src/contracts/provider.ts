import type { GenericSchema, InferOutput } from 'valibot';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { JsonObject, JsonValue } from '../domain/json.js';
import type { FilePart, Message } from '../domain/message.js';
import type { ProviderResponse } from '../domain/response.js';
import type { TargetDefinition } from '../domain/target.js';
import type { PriceTable } from '../models/price-table.js';
import type { Redactor } from '../redaction/redactor.js';
import type { ChildProcesses } from './child-processes.js';
import type { Definition } from './definition.js';
import type { Embedder } from './embedder.js';
import type { ProviderBatch } from './provider-batch.js';
import type { ReplyMemory, TrialReplies } from './reply-memory.js';
import type { ServedBy } from './served-by.js';

/** A tool that the target is told about. */
interface ToolDeclaration {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. */
  readonly schema?: JsonObject | undefined;
}

/** Asks the API for JSON of this shape, where it can promise that. */
export interface ResponseFormat {
  readonly name: string;
  /** JSON Schema. */
  readonly schema: JsonObject;
}

/** What a cache in front of a target does with a request. */
export interface CacheUse {
  /** False passes by what is kept: the target is asked, and its reply takes the place of the kept one. Default true. */
  readonly read?: boolean | undefined;
  /** Whether a reply can be used: others are neither kept nor given again. Default: every reply can. */
  accepts?(response: ProviderResponse): boolean | Promise<boolean>;
  /** The request that the reply is kept for, where this one asks the same again in other words. Default: this one. */
  readonly answers?: GenerateRequest | undefined;
}

/** One question to a target. */
export interface GenerateRequest {
  readonly messages: readonly Message[];
  /** Text of the case's guideline files; empty when there are none. Already part of `messages`. */
  readonly guidelines?: string | undefined;
  /**
   * Files that the messages refer to, each once and in their order, without the texts of guidelines.
   * For targets that open files themselves; what can be said of them is already part of `messages`.
   */
  readonly files?: readonly FilePart[] | undefined;
  /** [0, 2]. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly tools?: readonly ToolDeclaration[] | undefined;
  readonly responseFormat?: ResponseFormat | undefined;
  /** What the case asks about, without instructions: for targets that take none (classifiers). */
  readonly plainInput?: string | undefined;
  /** Asks the target to say how sure it is, where its API can. */
  readonly confidence?: boolean | undefined;
  /** Id of the case, for targets that want to know it (programs, recordings). */
  readonly caseId?: string | undefined;
  /** Name of the suite, for the same. */
  readonly suite?: string | undefined;
  /** Path of the suite from the root of the project, with slashes: tells suites of one name apart. */
  readonly suitePath?: string | undefined;
  /** Counts repeats from 1. */
  readonly repeat?: number | undefined;
  /** Counts tries of the same request from 1. Set by whoever retries. */
  readonly attempt?: number | undefined;
  /** For caches alone: `off` neither reads nor keeps. Default: a kept reply is given, and every reply is kept. */
  readonly cache?: CacheUse | 'off' | undefined;
  /**
   * Where the reply takes its share of the memory for replies, to be held until its trial is over. Default: the
   * memory of the environment, until the reply is complete.
   */
  readonly replies?: TrialReplies | undefined;
  /** Ends the request: time-outs and Ctrl-C both arrive here. */
  readonly signal: AbortSignal;
}

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
   * Makes a target ready. Loads nothing heavy and sends nothing: SDKs are imported at the first
   * request.
   * @throws ConfigError when something is missing (a key, a command), before any request.
   */
  create(target: ResolvedTarget<InferOutput<TSchema>>, environment: ProviderEnvironment): Provider;
  /**
   * Makes a target ready that turns texts into vectors. Absent when the provider cannot do that.
   * @throws ConfigError as `create` does.
   */
  createEmbedder?(target: ResolvedTarget<InferOutput<TSchema>>, environment: ProviderEnvironment): Embedder;
}

/** Declares a provider with its options typed by its schema. */
export function defineProvider<const TSchema extends GenericSchema>(
  definition: Omit<ProviderDefinition<TSchema>, 'kind'>,
): ProviderDefinition<TSchema> {
  return { kind: 'provider', ...definition };
}

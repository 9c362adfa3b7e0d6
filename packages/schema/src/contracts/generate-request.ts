import type { JsonObject } from '../domain/json.js';
import type { FilePart, Message } from '../domain/message.js';
import type { ProviderResponse } from '../domain/response.js';
import type { BudgetAccount } from './budget-account.js';
import type { TrialReplies } from './reply-memory.js';

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

/** The folder that a target works in while it answers. */
export interface RequestWorkspace {
  /** Absolute. */
  readonly path: string;
  /**
   * Makes it as it was before the target was asked: for another try after one that failed.
   * @throws WorkspaceError when that is not possible.
   */
  renew(): Promise<void>;
  /** What the target did so far is a part of its answer, and is not to be undone. */
  settle(): void;
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
  /** The folder to work in, for targets that work in one (programs). Default: their own. */
  readonly workspace?: RequestWorkspace | undefined;
  /** What the request is paid from: for whoever guards the target. Default: nothing limits it. */
  readonly account?: BudgetAccount | undefined;
  /** Ends the request: time-outs and Ctrl-C both arrive here. */
  readonly signal: AbortSignal;
}

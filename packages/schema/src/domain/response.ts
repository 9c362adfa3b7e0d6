import type { Message } from './message.js';
import type { RateLimits } from './rate-limits.js';
import type { ToolCall } from './tool-call.js';
import type { Spending, TokenUsage } from '../usage/usage.js';

/**
 * Why a reply ended: said in full (`stop`), cut at the limit of tokens (`length`), to have tools
 * called (`tool_calls`, also where the API says `stop` of such a reply), stopped by a content filter
 * (`filter`), declined by the model (`refusal`), or anything else (`other`).
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'filter' | 'refusal' | 'other';

/** How often a target was asked for a reply, or for all turns of one. */
export interface RequestAttempts {
  /** Requests that were sent, those that failed or came too late included. */
  readonly sent: number;
  /** Of these, sent since the one before failed. Absent for none. */
  readonly retries?: number | undefined;
  /** Of these, sent a second time while the first got stuck. Absent for none. */
  readonly hedges?: number | undefined;
  /** Of these, answered by a batch. Absent for none. */
  readonly batched?: number | undefined;
}

/** What a target answered. */
export interface ProviderResponse {
  /** The text that is judged: the last one of a reply of several messages, all turns of a generated conversation. */
  readonly text: string;
  /** The generated turns in order. */
  readonly messages: readonly Message[];
  /** Every tool call of every turn, in order. */
  readonly toolCalls: readonly ToolCall[];
  /**
   * What the target did to the files of its workspace: a unified diff as of git, in which lines that begin with `\` are remarks. Empty
   * when it did nothing to them; absent where it had no workspace. Found out by whoever made the workspace, not reported by adapters.
   */
  readonly fileChanges?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  /** US dollars; undefined when no price is known, 0 when it is free. */
  readonly costUsd?: number | undefined;
  /** True when a turn of a conversation has no known price: `costUsd` is then at least. */
  readonly costIncomplete?: boolean | undefined;
  /** From sending the request to the complete reply, in milliseconds; NaN when it is not known. */
  readonly latencyMs: number;
  /** The model that the API says answered. */
  readonly model?: string | undefined;
  readonly finishReason?: FinishReason | undefined;
  /** How sure the target says it is, in [0, 1]. */
  readonly confidence?: number | undefined;
  /** Identifies the exact backend, where the API tells. */
  readonly fingerprint?: string | undefined;
  /** True if a cache had kept the reply: figures and latency are those of the time when it was given. */
  readonly cached?: boolean | undefined;
  /** The part of usage and cost that was spent at another time: of a kept reply all, of several turns those that were kept. */
  readonly saved?: Spending | undefined;
  /** What the caller should know although the reply is usable, e.g. that it was cut short. */
  readonly warnings?: readonly string[] | undefined;
  /** How often it was asked; absent when once, and nobody was held up. Told by whoever sends requests, not by adapters. */
  readonly attempts?: RequestAttempts | undefined;
  /** What the server said of its limits. Taken off by whoever keeps them: nothing behind that sees it. */
  readonly rateLimits?: RateLimits | undefined;
}

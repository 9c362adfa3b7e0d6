import type { JsonObject } from '../domain/json.js';
import type { Message } from '../domain/message.js';
import type { FinishReason, RequestAttempts } from '../domain/response.js';
import type { EvaluatorResult, Requirements, ScoreBounds, Verdict, VerdictBounds } from '../domain/score.js';
import type { ToolCall } from '../domain/tool-call.js';
import type { TrialVariant } from '../domain/trial.js';
import type { TokenUsage } from '../usage/usage.js';
import type { ErrorInfo } from '../domain/error-info.js';

/** Version of the row format. Raised when a field changes its meaning or goes. */
export const ROW_SCHEMA_VERSION = 1;

/**
 * - `ok`: everything was scored by everybody who was asked;
 * - `partial`: there is a score, but an evaluator, a point or a judge was lost on the way;
 * - `error`: there is no score.
 */
export type RowStatus = 'ok' | 'partial' | 'error';

/** A measurement that is reported beside the score and has no weight in it. */
export interface RowMetric {
  readonly name: string;
  readonly value: number;
  readonly unit?: string | undefined;
}

/** What of a row's figures was not spent in its run. */
export interface RowSavings {
  readonly usage?: TokenUsage | undefined;
  /** US dollars. */
  readonly costUsd?: number | undefined;
  readonly judgeUsage?: TokenUsage | undefined;
  readonly judgeCostUsd?: number | undefined;
}

export interface RowOutput {
  readonly text: string;
  readonly messages: readonly Message[];
  readonly toolCalls: readonly ToolCall[];
  /** What the target did to the files of its workspace, as a diff: empty for nothing, absent where it had none. */
  readonly fileChanges?: string | undefined;
  /** Why the reply ended, of the last generated turn; absent where the target does not tell. */
  readonly finishReason?: FinishReason | undefined;
}

/**
 * The result of one trial: one line of `results.jsonl`. On disk all field names are snake_case;
 * keys inside data (tool arguments, details) stay as they are.
 */
export interface ResultRow {
  readonly schemaVersion: number;
  readonly runId: string;
  readonly trialKey: string;
  /** Hash of what decides the score: evaluators, judges and the reply. */
  readonly scoringKey: string;
  /**
   * Hash of what the reply was compared with, without the reply: evaluators, expectations, judges and settings. A continued run
   * scores a stored reply again when it has changed. Judges count by salted digests, so that it means something within one run
   * only. Absent when it is not known.
   */
  readonly assessmentKey?: string | undefined;
  /**
   * Hash of what the case compares replies with, whoever judges: evaluators with their options, and expectations. The same in every
   * run as long as the case says the same. Absent when it is not known.
   */
  readonly criteriaKey?: string | undefined;
  readonly suite: string;
  /** Path of the suite from the root of the project, with slashes. Suites may share a name; name and path they never share. */
  readonly suitePath: string;
  readonly caseId: string;
  /** Where the case stands: `file:line:column`. */
  readonly source: string;
  readonly conversationId?: string | undefined;
  readonly caseWeight: number;
  readonly tags: readonly string[];
  /** The variables of the case, by name; absent when it has none. Names are those of the file. */
  readonly vars?: JsonObject | undefined;
  /** What the file says about the case for people; keys as written. Absent for nothing. */
  readonly metadata?: JsonObject | undefined;
  readonly target: string;
  readonly variant: TrialVariant;
  /** Counts from 1. */
  readonly repeat: number;
  readonly status: RowStatus;
  /** [0, 1], or null when unscored. */
  readonly score: number | null;
  readonly scoreBounds: ScoreBounds;
  /** Null when unscored, and when what could not be scored decides whether the case fails. */
  readonly verdict: Verdict | null;
  /** The verdict at worst and at best, whatever the missing parts would have been. */
  readonly verdictBounds: VerdictBounds;
  /** What became of all that must hold for the case; absent when there is nothing, or all of it holds. */
  readonly requirements?: Requirements | undefined;
  /**
   * The conversation as it was sent, with the system prompt of the variant and of the target. Turns
   * that were generated in the middle are in `transcript`.
   */
  readonly input: readonly Message[];
  /** The goal of the case, in words; absent when it names none. */
  readonly expectedOutcome?: string | undefined;
  /** The answer that the case names as right, as one text; absent when it names none. */
  readonly reference?: string | undefined;
  readonly evaluators: readonly EvaluatorResult[];
  readonly metrics: readonly RowMetric[];
  /** Null when the target gave no reply. */
  readonly output: RowOutput | null;
  /** Given when turns were generated in the middle; otherwise it is `input`, then `output.messages`. */
  readonly transcript?: readonly Message[] | undefined;
  readonly confidence?: number | undefined;
  readonly usage?: TokenUsage | undefined;
  /** US dollars for the target; absent when no price is known. */
  readonly costUsd?: number | undefined;
  /** True when a part of the reply has no known price: `costUsd` is then at least, or absent. */
  readonly costIncomplete?: boolean | undefined;
  readonly judgeUsage?: TokenUsage | undefined;
  readonly judgeCostUsd?: number | undefined;
  /** The same for judging. */
  readonly judgeCostIncomplete?: boolean | undefined;
  /** Of the successful request, in milliseconds; null when there was none. */
  readonly latencyMs: number | null;
  /** How often the target was asked; absent when each turn was answered at once, or nobody was asked. */
  readonly attempts?: RequestAttempts | undefined;
  /** True if the reply was kept by a cache: `usage`, `costUsd` and `latencyMs` are then those of when it was given. */
  readonly cached: boolean;
  /** The part of the figures that was spent at another time, since replies, judgements or vectors were kept; absent for none. */
  readonly saved?: RowSavings | undefined;
  readonly warnings: readonly string[];
  /** Why there is no score. */
  readonly error?: ErrorInfo | undefined;
  /** Exact backends that answered, by role (`target`, or a judge's id). */
  readonly fingerprints?: JsonObject | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
}

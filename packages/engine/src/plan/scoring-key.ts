import type { EvalCase, ProviderResponse, VerdictThresholds } from '@assay/schema';
import { shortHash } from './short-hash.js';

/** What a case holds a reply against. */
type Expectations = Pick<EvalCase, 'evaluators' | 'expectedOutcome' | 'expectedMessages' | 'context'>;

export interface ScoringSettings {
  /** Whether an empty reply is an answer, and so has a score. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /** Versions of the evaluators that were used, by their types, as far as they have any. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

/** Stable name of what a case holds a reply against, whoever judges. */
export function expectationsKey(
  { evaluators, expectedOutcome, expectedMessages, context }: Expectations,
  { allowEmpty = false, versions = {} }: ScoringSettings = {},
): string {
  return shortHash({
    case: { evaluators, expectedOutcome, expectedMessages, context },
    allowEmpty: allowEmpty || undefined,
    versions: Object.keys(versions).length > 0 ? versions : undefined,
  });
}

/**
 * Stable name of a scoring: a hash of what decides the score, which is the case's evaluators with
 * the expectations they compare with, the judges and the reply. The order of judges has no part
 * in it, nor have time and cost of the reply.
 * @param expectations of {@link expectationsKey}.
 * @returns 32 hex digits.
 */
export function scoringKey(
  expectations: string,
  judgeIds: Iterable<string>,
  reply: Pick<ProviderResponse, 'text' | 'messages' | 'toolCalls' | 'confidence'> | null,
): string {
  return shortHash({
    expectations,
    judges: [...new Set(judgeIds)].toSorted(),
    reply: reply && {
      text: reply.text,
      messages: reply.messages,
      toolCalls: reply.toolCalls,
      confidence: reply.confidence,
    },
  });
}

export interface AssessmentSettings {
  readonly thresholds: VerdictThresholds;
  readonly rubricRequired: boolean;
  /** Digest of who judges and measures; undefined when nobody does. */
  readonly assessors?: string | undefined;
}

/**
 * Stable name of everything that a reply is held against, but for the reply: known before there is one. When it has changed, a
 * stored reply has to be scored again.
 * @param expectations of {@link expectationsKey}.
 * @returns 32 hex digits.
 */
export function assessmentKey(expectations: string, { thresholds, rubricRequired, assessors }: AssessmentSettings): string {
  return shortHash({ expectations, thresholds, rubricRequired, assessors });
}

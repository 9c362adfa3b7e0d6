import type { EvalCase, ProviderResponse } from '@assay/schema';
import { shortHash } from './short-hash.js';

export interface ScoringSettings {
  /** Whether an empty reply is an answer, and so has a score. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /** Versions of the evaluators that were used, by their types, as far as they have any. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Stable name of a scoring: a hash of what decides the score, which is the case's evaluators with
 * the expectations they compare with, the judges and the reply. The order of judges has no part
 * in it, nor have time and cost of the reply.
 * @returns 32 hex digits.
 */
export function scoringKey(
  evalCase: Pick<EvalCase, 'evaluators' | 'expectedOutcome' | 'expectedMessages' | 'context'>,
  judgeIds: Iterable<string>,
  reply: Pick<ProviderResponse, 'text' | 'messages' | 'toolCalls' | 'confidence'> | null,
  { allowEmpty = false, versions = {} }: ScoringSettings = {},
): string {
  const { evaluators, expectedOutcome, expectedMessages, context } = evalCase;
  return shortHash({
    case: { evaluators, expectedOutcome, expectedMessages, context },
    ...(allowEmpty ? { allowEmpty } : {}),
    ...(Object.keys(versions).length > 0 ? { versions } : {}),
    judges: [...new Set(judgeIds)].toSorted(),
    reply: reply && {
      text: reply.text,
      messages: reply.messages,
      toolCalls: reply.toolCalls,
      confidence: reply.confidence,
    },
  });
}

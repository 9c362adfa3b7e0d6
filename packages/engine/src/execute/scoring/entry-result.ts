import {
  ruleOn,
  WAITS_FOR_OTHERS,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type EvaluatorResult,
  type VerdictThresholds,
} from '@assay/schema';
import { entryRequirements } from './entry-requirements.js';
import { partsMustHold } from '../entries/must-hold.js';

/** What the verdict on an entry depends on besides its score. */
export interface EntryRules {
  readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
  readonly thresholds: VerdictThresholds;
  /** Whether lines of rubrics must hold that do not say so. */
  readonly rubricRequired: boolean;
}

/** What a comparing entry says until the other replies are there. */
export const WAITING_SCORE = { score: null, error: { code: WAITS_FOR_OTHERS, message: 'it waits for the replies of the other targets to this case' } } as const;

/** A score with the entry that it belongs to, what must hold of it, and its verdict. */
export function entryResult(config: EvaluatorConfig, given: EvaluationScore, { evaluatorFor, thresholds, rubricRequired }: EntryRules): EvaluatorResult {
  const parts = given.score === null ? partsMustHold(config, evaluatorFor, { rubricRequired }) : undefined;
  const requirements = entryRequirements(config, given, parts, thresholds);
  const { verdict } = ruleOn({ score: given.score, bounds: given.bounds, verdict: given.verdict, requirements }, thresholds);
  // One literal, so that the results of all evaluators have one shape: whoever looks at them after this finds their fields fast.
  return {
    name: config.name,
    type: config.type,
    weight: config.weight,
    score: given.score,
    verdict: verdict ?? undefined,
    bounds: given.bounds,
    hits: given.hits,
    misses: given.misses,
    reasoning: given.reasoning,
    details: given.details,
    error: given.error,
    points: given.points,
    judges: given.judges,
    evaluators: given.evaluators,
    requirements,
    degraded: given.degraded,
    warnings: given.warnings,
    judgeUsage: given.judgeUsage,
    judgeCostUsd: given.judgeCostUsd,
    judgeCostIncomplete: given.judgeCostIncomplete,
  } satisfies Record<keyof EvaluatorResult, unknown>;
}

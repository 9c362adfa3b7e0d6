import {
  ruleOn,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type EvaluatorResult,
  type VerdictThresholds,
} from '@assay/schema';
import { entryRequirements } from './entry-requirements.js';
import { partsMustHold } from './must-hold.js';

/** What the verdict on an entry depends on besides its score. */
export interface EntryRules {
  readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
  readonly thresholds: VerdictThresholds;
  /** Whether lines of rubrics must hold that do not say so. */
  readonly rubricRequired: boolean;
}

/** A score with the entry that it belongs to, what must hold of it, and its verdict. */
export function entryResult(config: EvaluatorConfig, given: EvaluationScore, { evaluatorFor, thresholds, rubricRequired }: EntryRules): EvaluatorResult {
  const parts = given.score === null ? partsMustHold(config, evaluatorFor, { rubricRequired }) : undefined;
  const requirements = entryRequirements(config, given, parts, thresholds);
  const { verdict } = ruleOn({ score: given.score, bounds: given.bounds, verdict: given.verdict, requirements }, thresholds);
  const { name, type, weight } = config;
  // What is copied stands first: V8 copies it whole then, in place of field by field.
  return { ...given, name, type, weight, requirements, verdict: verdict ?? undefined };
}

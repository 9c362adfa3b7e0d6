import type { EvaluatorConfig } from '../domain/evaluator-config.js';
import { isJsonObject, type JsonObject } from '../domain/json.js';

/** Keys that every entry of an `evaluators` list may have, whatever its type. */
export const COMMON_EVALUATOR_KEYS: readonly string[] = ['name', 'type', 'weight', 'required', 'min_score'];

/** What an entry that has been checked says must hold: its verdict `pass`, or a score in [0, 1]. */
export function entryRequirements(raw: unknown): Pick<EvaluatorConfig, 'required' | 'minScore'> {
  const { required, min_score: minScore }: JsonObject = isJsonObject(raw) ? raw : {};
  return { ...(required === true ? { required } : {}), ...(typeof minScore === 'number' ? { minScore } : {}) };
}

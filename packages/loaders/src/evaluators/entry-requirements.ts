import {
  describeValue,
  type EvaluatorEntry,
  type JsonObject,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { readFlag } from '../fields/flag.js';

/** What an entry says must hold: its verdict `pass`, or a score in [0, 1]. Reports what is neither. */
export function readEntryRequirements(
  context: NormalizeContext,
  raw: JsonObject,
  path: ValuePath,
): Pick<EvaluatorEntry, 'required' | 'minScore'> {
  const required = readFlag(context, raw, path, 'required');
  const minScore = raw['min_score'];
  const fits = typeof minScore === 'number' && minScore >= 0 && minScore <= 1;
  if (minScore !== undefined && minScore !== null && !fits) {
    const percent = typeof minScore === 'number' && minScore > 1 && minScore <= 100;
    reportError(context, [...path, 'min_score'], `min_score must be a number from 0 to 1, not ${describeValue(minScore)}`, {
      hint: percent ? `write min_score: ${minScore / 100}` : 'write a number such as 0.8',
    });
  }
  return { ...(required ? { required } : {}), ...(fits ? { minScore } : {}) };
}

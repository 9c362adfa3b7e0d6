import {
  describeValue,
  type EvaluatorEntry,
  type JsonObject,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { readFlag } from '../fields/flag.js';

/**
 * Whether a value is a score in [0, 1] that must be reached. Reports what is neither that nor left out.
 * @param path of the key that says it, which is the one that the message names.
 */
export function isLeastScore(context: NormalizeContext, value: unknown, path: ValuePath): value is number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return true;
  if (value === undefined || value === null) return false;
  const key = String(path.at(-1));
  // Up to 10 it may as well be in tenths.
  const percent = typeof value === 'number' && value > 10 && value <= 100;
  reportError(context, path, `${key} must be a number from 0 to 1, not ${describeValue(value)}`, {
    hint: percent ? `write ${key}: ${value / 100}` : 'write a number such as 0.8',
  });
  return false;
}

/** What an entry says must hold: its verdict `pass`, or a score in [0, 1]. Reports what is neither. */
export function readEntryRequirements(
  context: NormalizeContext,
  raw: JsonObject,
  path: ValuePath,
): Pick<EvaluatorEntry, 'required' | 'minScore'> {
  const required = readFlag(context, raw, path, 'required');
  const { min_score: minScore } = raw;
  return { ...(required ? { required } : {}), ...(isLeastScore(context, minScore, [...path, 'min_score']) ? { minScore } : {}) };
}

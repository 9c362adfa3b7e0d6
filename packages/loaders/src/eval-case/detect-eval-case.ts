import { EVAL_CASE_ALIASES, type FileContent } from '@assay/schema';
import { firstObject, hasAny } from '../dialect/first-object.js';
import { CASE_MARKS } from '../fields/case-marks.js';

/** How sure it is that a file holds eval cases: as sure as can be with a list of them, hardly with an id and an input. */
export function detectEvalCase({ documents }: FileContent): number {
  const value = firstObject(documents);
  if (!value) return 0;
  // What stands behind the first document of cases is a mistake in it, which the loader reports.
  const isStream = documents.length > 1;
  if (hasAny(value, EVAL_CASE_ALIASES.cases)) return isStream ? 0.95 : 0.75;
  if (hasAny(value, CASE_MARKS)) return isStream ? 0.9 : 0.65;
  return value['id'] !== undefined && value['input'] !== undefined ? 0.3 : 0;
}

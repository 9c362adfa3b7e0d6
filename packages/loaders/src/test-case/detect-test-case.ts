import { isJsonObject, type FileContent, type JsonObject } from '@assay/schema';
import { firstObject, hasAny } from '../dialect/first-object.js';
import { CASE_MARKS } from '../fields/case-marks.js';

function isTestCase(value: JsonObject): boolean {
  if (isJsonObject(value['rubric'])) return hasAny(value, ['task', 'input', 'expected']);
  return typeof value['task'] === 'string' && hasAny(value, ['input', 'expected', 'rubric']) && !hasAny(value, CASE_MARKS);
}

/** How sure it is that a file holds test cases: a task, or a mapping of criteria. */
export function detectTestCase({ documents }: FileContent): number {
  const value = firstObject(documents);
  if (!value || !isTestCase(value)) return 0;
  return documents.length > 1 ? 0.92 : 0.7;
}

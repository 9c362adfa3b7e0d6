import { isJsonObject, type FileContent } from '@assay/schema';
import { firstObject, hasAny } from '../dialect/first-object.js';
import { CASE_MARKS } from '../fields/case-marks.js';
import { BLUEPRINT_HEADER_KEYS, BLUEPRINT_PROMPT_KEYS } from './read/blueprint-keys.js';

const STREAM_KEYS: readonly string[] = ['prompts', ...BLUEPRINT_PROMPT_KEYS];

/**
 * How sure it is that a file is a blueprint. A list of prompts, or prompts after a header, are as good as certain; the keys
 * of one document are shared with other files.
 */
export function detectBlueprint({ documents }: FileContent): number {
  const [first, ...more] = documents;
  const value = firstObject(documents);
  if (Array.isArray(first) && first.some((item) => isJsonObject(item) && hasAny(item, BLUEPRINT_PROMPT_KEYS) && !hasAny(item, CASE_MARKS))) return 1;
  const own = value && (hasAny(value, BLUEPRINT_HEADER_KEYS) || hasAny(value, BLUEPRINT_PROMPT_KEYS)) ? 0.4 : 0;
  if (!more.flat().some((item) => isJsonObject(item) && hasAny(item, STREAM_KEYS))) return own;
  // A header has no input: a document with an id and one is a case.
  const isCase = own === 0 && value?.['id'] !== undefined && value['input'] !== undefined;
  return isCase ? 0.25 : 0.85;
}

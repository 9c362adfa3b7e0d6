import type { JsonObject } from '@assay/schema';
import { ASSERTION_TYPES } from './assertion-types.js';

/** Words that stand for a type in front of a colon only. */
const SHORT: Readonly<Record<string, string>> = { fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' };

/** Types that say something without a value. */
const ALONE: ReadonlySet<string> = new Set(['is-json', 'contains-json', 'is-refusal', 'similar', 'factuality', 'answer-relevance', 'equals', 'context-faithfulness', 'context-recall']);

const FORM = /^(?<not>not-)?(?<type>[a-z]+(?:[-:][a-z]+)*?)(?:\((?<threshold>\d+(?:\.\d+)?)\))?(?:\s*:\s*(?<value>[\s\S]*))?$/u;

/**
 * An assertion that is written as one text: `contains: Paris`, `not-icontains: sorry`, `similar(0.8): It is Paris`, `is-json`.
 * Undefined for any other text, such as a sentence.
 */
export function readAssertionText(text: string): JsonObject | undefined {
  const { not = '', type: written = '', threshold, value } = FORM.exec(text.trim())?.groups ?? {};
  const type = value === undefined ? written : (SHORT[written] ?? written);
  if (!Object.hasOwn(ASSERTION_TYPES, type)) return undefined;
  if (value === undefined && !ALONE.has(type)) return undefined;
  return {
    type: `${not}${type}`,
    ...(value === undefined || value === '' ? {} : { value }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  };
}

import type { JsonValue } from '@assay/schema';
import { excerpt } from '../excerpt.js';

/** A classification as messages show it. */
export function shownValue(value: JsonValue): string {
  return excerpt(JSON.stringify(value), 60);
}

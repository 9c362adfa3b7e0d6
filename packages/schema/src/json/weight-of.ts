import { JsonDepthError, MAX_JSON_DEPTH } from './parse-json.js';

/** What a value takes besides its texts, in bytes, roughly. */
const NODE_BYTES = 8;

/**
 * About how many bytes a JSON value takes, for bounds on what arrives in pieces. Walks level by level.
 * @throws JsonDepthError for a value that is nested too deep.
 */
export function weightOf(value: unknown): number {
  let weight = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) throw new JsonDepthError();
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string') weight += item.length;
      else weight += NODE_BYTES;
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Array.isArray(item) ? (item as unknown[]) : Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return weight;
}

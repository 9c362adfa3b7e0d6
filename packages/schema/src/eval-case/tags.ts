import { isJsonObject } from '../domain/json.js';
import type { NormalizeContext, ValuePath } from './context.js';
import { describeKind, reportError } from './findings.js';

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/**
 * Tags as strings. `{domain: sentiment}` becomes `domain:sentiment`; one tag may stand without a
 * list; repeated tags count once.
 */
export function readTags(context: NormalizeContext, raw: unknown, path: ValuePath): readonly string[] {
  if (raw === undefined || raw === null) return [];
  const tags = new Set<string>();
  const add = (item: unknown, itemPath: ValuePath): void => {
    if (isScalar(item)) {
      tags.add(String(item));
      return;
    }
    if (isJsonObject(item)) {
      for (const [key, value] of Object.entries(item)) {
        if (isScalar(value)) tags.add(`${key}:${value}`);
        else reportError(context, [...itemPath, key], `the value of tag "${key}" must be a string, not ${describeKind(value)}`);
      }
      return;
    }
    reportError(context, itemPath, `a tag must be a string or key: value, not ${describeKind(item)}`);
  };
  if (Array.isArray(raw)) raw.forEach((item, index) => add(item, [...path, index]));
  else add(raw, path);
  return [...tags];
}

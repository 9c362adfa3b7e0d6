import { describeValue, type JsonObject, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
/** An optional yes or no. Reports anything else. */
export function readFlag(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: string): boolean | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  reportError(context, [...path, key], `${key} must be true or false, not ${describeValue(value)}`, {
    hint: `write ${key}: true, or leave it out`,
  });
  return undefined;
}

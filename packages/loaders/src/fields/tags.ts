import { composedText, describeKind, isJsonObject, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** A number is a name here, and stays as it is written: `007`, `1.0`. */
function shownScalar(context: NormalizeContext, value: string | number | boolean, path: ValuePath): string {
  return (typeof value === 'number' ? context.writtenAt?.(path) : undefined) ?? String(value);
}

/** What was written, as the list that it may have been meant as. */
function asList(raw: unknown): string {
  const pairs = isJsonObject(raw) ? Object.entries(raw).filter(([, value]) => isScalar(value)) : [];
  const tags = pairs.map(([key, value]) => `${key}:${String(value)}`);
  return JSON.stringify(tags.length > 0 ? tags : isScalar(raw) ? [String(raw)] : ['smoke']).replaceAll(',', ', ');
}

/**
 * Tags as strings. `{domain: sentiment}` in the list becomes `domain:sentiment`; one text may stand
 * without a list; repeated tags count once.
 */
export function readTags(context: NormalizeContext, raw: unknown, path: ValuePath): readonly string[] {
  if (raw === undefined || raw === null) return [];
  const tags = new Set<string>();
  const add = (item: unknown, itemPath: ValuePath): void => {
    if (isBlank(item)) {
      reportError(context, itemPath, 'a tag must not be empty', { hint: 'write what cases are chosen by (tags: [smoke]), or remove it' });
      return;
    }
    if (isScalar(item)) {
      tags.add(composedText(shownScalar(context, item, itemPath)));
      return;
    }
    if (isJsonObject(item)) {
      for (const [key, value] of Object.entries(item)) {
        if (isBlank(key) || isBlank(value)) {
          reportError(context, [...itemPath, key], `${isBlank(key) ? 'the name' : 'the value'} of tag "${key}" must not be empty`, {
            hint: 'write both sides of it: tags: ["area:billing"]',
          });
        } else if (isScalar(value)) tags.add(composedText(`${key}:${shownScalar(context, value, [...itemPath, key])}`));
        else reportError(context, [...itemPath, key], `the value of tag "${key}" must be a string, not ${describeKind(value)}`, {
          hint: 'write one entry for each value: tags: ["area:billing", "area:shipping"]',
        });
      }
      return;
    }
    reportError(context, itemPath, `a tag must be a string or key: value, not ${describeKind(item)}`, {
      hint: 'write a list of texts: tags: [smoke, "area:billing"]',
    });
  };
  if (Array.isArray(raw)) raw.forEach((item, index) => add(item, [...path, index]));
  else if (isBlank(raw)) return [];
  else if (typeof raw === 'string') add(raw, path);
  else reportError(context, path, `tags must be a list, not ${describeKind(raw)}`, { hint: `write a list: tags: ${asList(raw)}` });
  return [...tags];
}

import {
  checkKeys,
  describeKind,
  isJsonObject,
  type JsonObject,
  type NormalizeContext,
  readText,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
const KEYS = ['name', 'url', 'image_url'] as const;
const KNOWN: ReadonlySet<string> = new Set(KEYS);

/** Who wrote a blueprint: a name, or a mapping with `name`, `url` and `image_url`. */
export function readAuthor(context: NormalizeContext, raw: unknown, path: ValuePath): JsonObject | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { name: raw };
  if (!isJsonObject(raw)) {
    reportError(context, path, `author must be a name or a mapping, not ${describeKind(raw)}`, {
      hint: 'write author: NAME, or name: …, url: … and image_url: …',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KNOWN);
  const entries = KEYS.flatMap((key) => {
    const text = readText(context, raw, path, key);
    return text === undefined ? [] : [[key, text] as const];
  });
  if (raw['name'] === undefined || raw['name'] === null) {
    reportWarning(context, path, 'the author has no name', { code: 'missing-name', hint: 'add name: …' });
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

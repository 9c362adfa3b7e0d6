import { isJsonObject, type JsonObject } from '../domain/json.js';
import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeKind, reportError } from '../normalization/findings.js';
import { readText } from '../normalization/text-field.js';
import { pickKey } from '../aliases/pick-spelling.js';
import { POINT_ALIASES } from '../aliases/point-aliases.js';
import { checkKeys } from '../normalization/unknown-keys.js';

const KEYS: ReadonlySet<string> = new Set([...POINT_ALIASES.citationTitle, 'url']);

/** A source with a title, and where to find it. */
export type Citation = JsonObject & { readonly title: string; readonly url?: string };

/**
 * What a text or a claim is based on: a text or a number as it is written, or a mapping with `title` (or `name`)
 * and `url`, of which one may be missing. True and false are texts too. Reports anything else.
 */
export function readCitation(context: NormalizeContext, raw: unknown, path: ValuePath): string | Citation | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : raw;
  if (typeof raw === 'number') return context.writtenAt?.(path) ?? String(raw);
  if (typeof raw === 'boolean') return String(raw);
  if (!isJsonObject(raw)) {
    reportError(context, path, `a citation must be a text or a mapping with title and url, not ${describeKind(raw)}`, {
      hint: 'write the source as one text, or title: … and url: …',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS);
  const key = pickKey(context, raw, path, POINT_ALIASES.citationTitle);
  const title = key === undefined ? undefined : readText(context, raw, path, key);
  const url = readText(context, raw, path, 'url');
  if (title === undefined && url === undefined) {
    if (key === undefined && (raw['url'] === undefined || raw['url'] === null)) {
      reportError(context, path, 'a citation has neither a title nor a url', { hint: 'write title: …, url: …, or both' });
    }
    return undefined;
  }
  return { title: title ?? url ?? '', ...(url === undefined ? {} : { url }) };
}

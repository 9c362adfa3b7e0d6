import {
  BLUEPRINT_ALIASES,
  canonicalJson,
  type Citation,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  readCitation,
  type ValuePath,
} from '@assay/schema';

const URL_TEXT = /^https?:\/\/\S+$/u;

function toReference(citation: string | Citation): Citation {
  if (typeof citation !== 'string') return citation;
  return URL_TEXT.test(citation) ? { title: citation, url: citation } : { title: citation };
}

/**
 * What a blueprint or a prompt is based on, under any of `references`, `reference`, `citations` and
 * `citation`: a text, a mapping with title and url, or a list of them. Several keys add up.
 */
export function readReferences(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly JsonValue[] {
  const found = new Map<string, Citation>();
  for (const key of BLUEPRINT_ALIASES.references) {
    const value = raw[key];
    if (value === undefined || value === null) continue;
    const list: readonly (readonly [JsonValue, ValuePath])[] = Array.isArray(value)
      ? value.map((item: JsonValue, index) => [item, [...path, key, index]] as const)
      : [[value, [...path, key]]];
    for (const [item, itemPath] of list) {
      const citation = readCitation(context, item, itemPath);
      if (citation === undefined) continue;
      const reference = toReference(citation);
      found.set(canonicalJson(reference), reference);
    }
  }
  return [...found.values()];
}

import { nearestMatch } from '../diagnostics/nearest-match.js';
import type { JsonObject, JsonValue } from '../domain/json.js';
import { pickKey } from '../aliases/pick-spelling.js';
import type { ValuePath } from '../domain/value-path.js';
import { readWeight } from '../normalization/weight.js';
import type { PointReader } from './point-reader.js';
import { POINT_ALIASES } from '../aliases/point-aliases.js';
import { readCitation } from './read-citation.js';

const { weight: WEIGHTS, citation: CITATIONS } = POINT_ALIASES;

export const TEXT_NAMES: readonly string[] = POINT_ALIASES.text;
export const ARG_NAMES: readonly string[] = POINT_ALIASES.arg;
/** Keys that may stand beside every form of a point. */
export const SIBLING_NAMES: readonly string[] = [...WEIGHTS, ...CITATIONS];
/** Every key with a meaning of its own. */
export const POINT_NAMES: readonly string[] = [...TEXT_NAMES, 'fn', ...ARG_NAMES, ...SIBLING_NAMES];

/** What stands beside a point, and where. */
export interface Siblings {
  readonly values: { readonly weight?: number; readonly citation?: JsonValue };
  readonly parts: Readonly<Record<string, ValuePath>>;
}

const NONE: Siblings = { values: {}, parts: {} };

function readCitations(reader: PointReader, raw: unknown, path: ValuePath): JsonValue | undefined {
  if (!Array.isArray(raw)) return readCitation(reader.context, raw, path);
  const list = raw.flatMap((item, index) => readCitation(reader.context, item, [...path, index]) ?? []);
  return list.length === 0 ? undefined : list;
}

/** The weight (or `multiplier`) and the citation (or `reference`) of a point. */
export function readSiblings(reader: PointReader, raw: JsonObject, path: ValuePath): Siblings {
  const weightKey = pickKey(reader.context, raw, path, WEIGHTS);
  const citationKey = pickKey(reader.context, raw, path, CITATIONS);
  if (weightKey === undefined && citationKey === undefined) return NONE;
  const parts: Record<string, ValuePath> = {};
  const values: { weight?: number; citation?: JsonValue } = {};
  if (weightKey !== undefined) {
    parts['weight'] = [...path, weightKey];
    values.weight = readWeight(reader.context, raw[weightKey], parts['weight'], 'a point: ');
  }
  if (citationKey !== undefined) {
    parts['citation'] = [...path, citationKey];
    const citation = readCitations(reader, raw[citationKey], parts['citation']);
    if (citation !== undefined) values.citation = citation;
  }
  return { values, parts };
}

/** The known key that a mistyped one most likely meant. A sentence is no mistyped key. */
export function meantKey(key: string): string | undefined {
  return /^[\w-]+$/u.test(key) ? nearestMatch(key, POINT_NAMES) : undefined;
}
